import { createHandWritten, drawList } from './by-hand.js';

globalThis.benchPage = createHandWritten(drawList);
