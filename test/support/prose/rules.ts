/** A construction that has to be read twice. */
interface BannedConstruction {
  /** Finds it; `i` is added. */
  readonly pattern: RegExp;
  /** The replacement. */
  readonly advice: string;
  /** A sentence that has it, for the test of the check. */
  readonly example: string;
}

/** The constructions that documents, comments and texts may not have. */
export const bannedConstructions: readonly BannedConstruction[] = [
  {
    pattern: /\b(?:whoever|whomever|whosoever)\b/,
    advice: 'name who does it: the caller, the page, a client',
    example: 'The window, which whoever gets it closes.',
  },
  {
    pattern: /\b(?:nobody|anybody|somebody|everybody)\b/,
    advice:
      'name the person or thing, or use the passive: "no one is logged in" is "unauthenticated"',
    example: 'Nobody hears this.',
  },
  {
    pattern: /\b(?:that|which|who) (?:is|are) (?:none|no(?!t\b)\w*)\b(?! longer)/,
    advice: 'name it: invalid, missing, unknown',
    example: 'An answer that is none is passed over.',
  },
  {
    pattern: /(?<!ticks )\bwhat is none\b/,
    advice: 'name it: invalid, missing, unknown',
    example: 'Of the tags, what is none is skipped.',
  },
  {
    pattern: /\b(?:comes?|came|becomes?|became) of (?:it|them|this|that)\b/,
    advice: 'say what happens',
    example: 'Each password counts, whatever comes of it.',
  },
  {
    pattern: /\b(?:for )?(?:its |the )?want of\b/,
    advice: 'say what is missing',
    example: 'Follows a window from its first hello, or its want of one.',
  },
  {
    pattern: /\bthat (?:is|are|was|were) there\b/,
    advice: 'leave it out, or say "existing"',
    example: 'Every entry that is there is read.',
  },
  {
    pattern:
      /\ban? (?:\w+ )?\w+ of (?:its|their|his|her|our|my|your) own\b|\bof (?:its|their|his|her|our|my|your) own\b(?! \w)/,
    advice: 'leave it out, or say "separate"',
    example: 'A window of its own shows the page.',
  },
  {
    pattern: /\bstay(?:s|ed)? away\b/,
    advice: 'say what does not happen',
    example: 'The answer stays away.',
  },
  {
    pattern: /\b(?:is|are|it is|that is) no (?:error|trouble|news|fault|credential|matter)\b/,
    advice: 'write "is not an error"',
    example: 'A blocked window is no error.',
  },
  {
    pattern: /\b(?:for|to|by|of|with|from) who\b(?! (?:is|are|can)\b.*\?)/,
    advice: 'name who: "for people who …", "the person who …"',
    example: 'A sentence for who looks on.',
  },
  {
    pattern: /(?:^|[.;] )who(?: [^ ?]+){8,}(?!.*\?)/,
    advice: 'name who: "A person who …"',
    example: 'Who cancels there ends the session with that error.',
  },
  {
    pattern: /\bno trouble of\b|\bgoes? by itself\b|\bby themselves\b(?= again)|\bwants? less\b/,
    advice: 'say what happens',
    example: 'This is no trouble of ours.',
  },
  {
    pattern: /\bis to be (?:\w+ed|looked|read|sent|seen)\b/,
    advice: 'say who must do it',
    example: 'The file is to be looked at.',
  },
  {
    pattern: /\bthose that nobody\b|\bthat of which\b|\bwhat of it\b/,
    advice: 'name the thing',
    example: 'It keeps what of it is left.',
  },
  {
    pattern: /\bbrought up to date\b|\bput in (?:its|their) place\b|\btakes? no accident\b/,
    advice: 'use the plain verb: update, replace',
    example: 'The list is brought up to date.',
  },
  {
    pattern: /(?:^|[.;] )so (?:is|are|was|were|do|does|did|has|have|can|will)\b(?! it\b)/,
    advice: 'name both in one sentence: "A is refused, and B, too"',
    example: 'So is a client ID that begins with a secret.',
  },
  {
    pattern: /, of which\b/,
    advice: 'begin a new sentence',
    example: 'It has a phase, of which users see the step.',
  },
  {
    pattern: /\bwhere there (?:is|are) (?:none|one)\b/,
    advice: 'say "if any", or name the case: "without a window"',
    example: 'The error behind it, where there is one.',
  },
  {
    pattern: /\blet(?:s|ting)? go\b/,
    advice: 'say what ends: closes the port, stops listening, has no opener',
    example: 'The page lets go of its opener.',
  },
  {
    pattern: /\bwhatever (?:else|follows|it is|they are|is)\b/,
    advice: 'say "every", "in any case", or name the thing',
    example: 'Whatever else it says is left out.',
  },
  {
    pattern:
      /\ball the same\b|\bas good as\b|\b(?:will|would) do\b(?= ?[.,;:("]| in\b| for\b| on\b|$)/,
    advice: 'use the plain word: still, anyway, is enough, counts as',
    example: 'A word with three letters will do.',
  },
  {
    pattern: /\bis no (?:sign|use|word)\b(?! to\b)|\bare no (?:words|languages)\b/,
    advice: 'write "is not a …"',
    example: 'Names are no words.',
  },
  {
    pattern: /\b(?:speaks?|spoke) of (?:its|the|a) (?:own|other)\b|\bthe (?:first|last) word of\b/,
    advice: 'say "message", or name what is meant',
    example: 'It is the last word of a document.',
  },
];

/** Sentences with more words are listed. */
export const longestSentence = 35;
