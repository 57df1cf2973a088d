/** What applications tell people before they allow access: nothing, as usual, as much as they may. */
export const noTerms = { purpose: null, privacy_url: null, consent_days: null };

/** A short sentence, and all the rest. */
export const usualTerms = {
  purpose: 'To work out your loan without another form.',
  privacy_url: 'https://tally.example/privacy',
  consent_days: 90,
};

/** The longest texts. */
export const longTerms = {
  purpose:
    'To prepare and check your tax return of this year, to compare it with earlier ones, and to find deductions and credits that you may have missed, also those of your state and your household.',
  privacy_url: 'https://www.tally-accounting.example/legal/privacy-and-cookies',
  consent_days: 365,
};
