import type { Challenge, SelectedProvider } from '../../shapes/flow-answers.ts';

export interface ChallengeProps {
  readonly provider: SelectedProvider;
  readonly challenge: Challenge;
}

/** The element ID of the text that says what the challenge is about. Fields have it as their description. */
export const challengeLeadId = 'challenge-lead';
