/** The time that a delivery is tried, and that a webhook may fail before it is switched off, in milliseconds. */
export const webhookPatienceMs = 3 * 24 * 60 * 60 * 1000;
