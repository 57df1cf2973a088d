import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { Challenge } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { type ChallengeProps, challengeLeadId } from '../parts/challenge-props.ts';
import { ChoiceAnswer } from '../parts/choice-answer.tsx';
import { CodeAnswer } from '../parts/code-answer.tsx';
import { FilledText } from '../parts/filled-text.tsx';
import { StepTitle } from '../parts/headings.tsx';
import { StepHead } from '../parts/parties.tsx';
import { PushAnswer } from '../parts/push-answer.tsx';
import { QuestionAnswer } from '../parts/question-answer.tsx';

const answers = {
  code: CodeAnswer,
  choice: ChoiceAnswer,
  question: QuestionAnswer,
  push: PushAnswer,
} as const;

/** The texts of the page for each kind, used when the provider has set none. */
function listTexts({ mfa, challenge }: PageTexts): Readonly<Record<Challenge['kind'], OwnTexts>> {
  return {
    code: mfa,
    choice: { title: challenge.choiceTitle },
    question: { title: challenge.questionTitle },
    push: { title: challenge.pushTitle, lead: challenge.pushLead, sent: challenge.pushSent },
  };
}

interface OwnTexts {
  readonly title: string;
  /** `sent` names the destination of the code or request. `lead` is used when the destination is not known. */
  readonly lead?: string;
  readonly sent?: string;
}

/** Each new challenge gets a new screen, so that no input of the previous challenge stays. */
export function ChallengeView(props: ChallengeProps) {
  const { id, kind, title, prompt } = props.challenge;
  const own = listTexts(usePage().text)[kind];
  const Answer = answers[kind];
  return (
    <section class="view" aria-labelledby="view-title" key={id}>
      <StepHead provider={props.provider} />
      <StepTitle takesFocus={kind === 'push'}>{title ? <bdi>{title}</bdi> : own.title}</StepTitle>
      <p class="view__lead" id={challengeLeadId}>
        {prompt ? <bdi>{prompt}</bdi> : <Destination {...props} {...own} />}
      </p>
      <Answer {...props} />
    </section>
  );
}

function Destination({ provider, challenge, lead = '', sent = '' }: ChallengeProps & OwnTexts) {
  const names = { provider: provider.name };
  if (!challenge.sent_to || !sent) return <>{fill(lead, names)}</>;
  const destination = (
    <bdi class="target" dir="ltr" translate={false}>
      {challenge.sent_to}
    </bdi>
  );
  return <FilledText text={sent} values={{ ...names, destination }} />;
}
