import { type ConsentTermsJson, noTerms } from '../shapes/flow-answers.ts';

/** A short purpose with all other terms. */
export const usualTerms: ConsentTermsJson = {
  ...noTerms,
  purpose: 'To work out your loan without another form.',
  privacy_url: 'https://tally.example/privacy',
  consent_days: 90,
};

/** The longest texts. */
export const longTerms = {
  ...noTerms,
  purpose:
    'To prepare and check your tax return of this year, to compare it with earlier ones, and to find deductions and credits that you may have missed, also those of your state and your household.',
  privacy_url: 'https://www.tally-accounting.example/legal/privacy-and-cookies',
  consent_days: 365,
};
