import type { ComponentChildren } from 'preact';
import { fill } from '../../../texts/fill.ts';
import type { Challenge, SelectedProvider } from '../../shapes/flow-answers.ts';
import { FilledText } from './filled-text.tsx';
import { StepHead } from './parties.tsx';
import { StepTitle } from './step-title.tsx';

export interface ChallengeViewProps {
  readonly provider: SelectedProvider;
  /** Undefined for a one-time code without further details. */
  readonly challenge?: Challenge | undefined;
}

/** Of a challenge that the provider has described. */
export interface KnownChallengeProps extends ChallengeViewProps {
  readonly challenge: Challenge;
}

interface ChallengeFrameProps extends ChallengeViewProps {
  /** Used when the provider has set no title. */
  readonly title: string;
  /** `sent` names the destination of the code or request. `lead` is used when the destination is not known. */
  readonly texts?: Readonly<Record<'lead' | 'sent', string>>;
  /** True in a view without fields, where the focus starts at the title. */
  readonly takesFocus?: boolean;
  readonly children: ComponentChildren;
}

/** The element ID of the text that says what the challenge is about. Fields have it as their description. */
export const challengeLeadId = 'challenge-lead';

/** The parts of every challenge: the marks, a title, and the provider's own text or else the page's. */
export function ChallengeFrame(props: ChallengeFrameProps) {
  const { provider, challenge, title, texts, takesFocus = false, children } = props;
  return (
    <section class="view" aria-labelledby="view-title">
      <StepHead provider={provider} />
      <StepTitle takesFocus={takesFocus}>
        {challenge?.title ? <bdi>{challenge.title}</bdi> : title}
      </StepTitle>
      <p class="view__lead" id={challengeLeadId}>
        {challenge?.prompt && <bdi>{challenge.prompt}</bdi>}
        {!challenge?.prompt && texts && (
          <Destination provider={provider} challenge={challenge} texts={texts} />
        )}
      </p>
      {children}
    </section>
  );
}

type DestinationProps = ChallengeViewProps & Required<Pick<ChallengeFrameProps, 'texts'>>;

function Destination({ provider, challenge, texts }: DestinationProps) {
  const names = { provider: provider.name };
  if (!challenge?.sent_to) return <>{fill(texts.lead, names)}</>;
  const destination = (
    <bdi class="target" dir="ltr" translate={false}>
      {challenge.sent_to}
    </bdi>
  );
  return <FilledText text={texts.sent} values={{ ...names, destination }} />;
}
