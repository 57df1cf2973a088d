import { type ConsentTermsJson, noTerms } from '../shapes/flow-answers.ts';

/** Consent terms of usual length: a short purpose, a privacy policy, and a limit of 90 days. */
export const usualTerms: ConsentTermsJson = {
  ...noTerms,
  purpose: 'To work out your loan without another form.',
  privacy_url: 'https://tally.example/privacy',
  consent_days: 90,
};

/** Consent terms with very long texts, to show how the screen wraps them. */
export const longTerms = {
  ...noTerms,
  purpose:
    'To prepare and check your tax return of this year, to compare it with earlier ones, and to find deductions and credits that you may have missed, also those of your state and your household.',
  privacy_url: 'https://www.tally-accounting.example/legal/privacy-and-cookies',
  consent_days: 365,
};
