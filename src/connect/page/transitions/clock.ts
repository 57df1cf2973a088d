import { type Draft, queue, type TimerName } from '../draft.ts';
import { failUnreceived } from './end.ts';
import { continueAlone } from './start.ts';

/** @param timer - the timer that has ended */
export function handleTimeout(draft: Draft, timer: TimerName): void {
  switch (timer) {
    case 'welcome':
    case 'return':
      continueAlone(draft);
      break;
    case 'confirmation':
    case 'collection':
      failUnreceived(draft);
      break;
    case 'closing':
      queue(draft, 'closeWindow');
      break;
  }
}
