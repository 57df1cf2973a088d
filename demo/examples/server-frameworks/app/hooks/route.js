import { handleWebhook } from '../../connect.js';

export const POST = handleWebhook;
