import { usePage } from '../page-context.ts';
import { QuestionDialog } from './question-dialog.tsx';

export interface ExitQuestionProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before a user who has selected a provider leaves the page. In a frame, the host's modal asks instead. */
export function ExitQuestion(effects: ExitQuestionProps) {
  return <QuestionDialog {...usePage().text.exit} {...effects} />;
}

/** Asks two minutes before the flow ends whether the user is still there. */
export function ExpiryQuestion({ onLeave }: Pick<ExitQuestionProps, 'onLeave'>) {
  const { store, text } = usePage();
  return (
    <QuestionDialog {...text.exit} {...text.expiring} onStay={store.keepGoing} onLeave={onLeave} />
  );
}
