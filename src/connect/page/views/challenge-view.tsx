import type { ChallengeViewProps } from '../parts/challenge-frame.tsx';
import { ChoiceView } from './choice-view.tsx';
import { MfaView } from './mfa-view.tsx';
import { PushView } from './push-view.tsx';
import { QuestionView } from './question-view.tsx';

/**
 * The screen for one kind of challenge, such as a one-time code. Each new challenge gets a new screen, so that no input
 * of the previous challenge stays.
 */
export function ChallengeView({ provider, challenge }: ChallengeViewProps) {
  switch (challenge?.kind) {
    case undefined:
    case 'code':
      return <MfaView key={challenge?.id} provider={provider} challenge={challenge} />;
    case 'choice':
      return <ChoiceView key={challenge.id} provider={provider} challenge={challenge} />;
    case 'question':
      return <QuestionView key={challenge.id} provider={provider} challenge={challenge} />;
    case 'push':
      return <PushView key={challenge.id} provider={provider} challenge={challenge} />;
  }
}
