/** How long a delivery is tried, and how long a webhook may fail before it is switched off, in milliseconds. */
export const webhookPatienceMs = 3 * 24 * 60 * 60 * 1000;
