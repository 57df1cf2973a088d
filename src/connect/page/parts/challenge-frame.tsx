import { fill } from '../../../texts/fill.ts';
import type { Challenge, SelectedProvider } from '../../shapes/flow-answers.ts';
import { FilledText } from './filled-text.tsx';

export interface ChallengeLeadProps {
  readonly provider: SelectedProvider;
  readonly challenge: Challenge | undefined;
  /** `sent` names the destination of the code or request. `lead` is used when the destination is not known. */
  readonly texts: Readonly<Record<'lead' | 'sent', string>>;
}

/** The provider's own text about a challenge, or else the page's text with the known facts. */
export function ChallengeLead({ provider, challenge, texts }: ChallengeLeadProps) {
  if (challenge?.prompt) return <bdi>{challenge.prompt}</bdi>;
  const names = { provider: provider.name };
  if (!challenge?.sent_to) return <>{fill(texts.lead, names)}</>;
  const destination = (
    <bdi class="target" dir="ltr" translate={false}>
      {challenge.sent_to}
    </bdi>
  );
  return <FilledText text={texts.sent} values={{ ...names, destination }} />;
}
