import { usePage } from '../page-context.ts';
import { QuestionDialog } from './question-dialog.tsx';

/** The effects of the answers. */
export interface ExitQuestionProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before a popup is closed after the selection. In a frame, the host's modal asks. */
export function ExitQuestion(effects: ExitQuestionProps) {
  return <QuestionDialog {...usePage().text.exit} {...effects} />;
}
