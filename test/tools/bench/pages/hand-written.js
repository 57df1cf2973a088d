import { createHandWritten } from './by-hand.js';

globalThis.benchPage = createHandWritten();
