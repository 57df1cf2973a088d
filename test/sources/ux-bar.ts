/**
 * The promises to people who use the modal, the selector and the Connect page, and the tests of each line.
 * `ux-bar.test.ts` fails when a line has no test, or when a test is missing.
 */

/** A test: its file below `test/`, and a part of its name. */
type Proof = readonly [file: string, name: string];

/** One line. */
export interface BarLine {
  readonly promise: string;
  readonly proofs: readonly Proof[];
}

const keyboard = 'browser/ux-keyboard.test.ts';
const host = 'browser/ux-host.test.ts';
const adaptation = 'browser/ux-adaptation.test.ts';
const selector = 'browser/ux-selector.test.ts';
const states = 'browser/ux-states.test.ts';
const touch = 'browser/ux-touch.test.ts';
const axe = 'browser/accessibility.test.ts';
const popup = 'browser/popup.test.ts';
const modal = 'unit/ui/mount.test.ts';
const search = 'unit/ui/search.test.ts';
const lock = 'unit/ui/scroll-lock.test.ts';
const login = 'unit/page/login-view.test.tsx';
const page = 'unit/page/app.test.tsx';
const consent = 'unit/page/consent-view.test.tsx';
const guard = 'unit/page/consent-guard.test.ts';
const lostHost = 'browser/lost-host.test.ts';
const faults = 'browser/faults.test.ts';
const everyEngine = 'engines/cases.ts';

/** By number. */
export const uxBar: Readonly<Record<number, BarLine>> = {
  1: {
    promise: 'One native modal dialog in a shadow root, named by its title; the frame has a title',
    proofs: [
      [host, 'is one native modal dialog in a shadow root'],
      [modal, 'names the frame, also the new one after a retry'],
    ],
  },
  2: {
    promise: 'The focus goes in, comes back, and never gets to the page behind',
    proofs: [
      [keyboard, 'the focus goes into the modal, and back to the button on Escape'],
      [keyboard, 'through the frame, then Back and Close'],
      [keyboard, 'Close comes before the first element of the frame'],
      [keyboard, 'never reaches the page behind, forwards or backwards'],
      ['unit/ui/focus.test.ts', 'moves to the element that replaced a removed invoker'],
    ],
  },
  3: {
    promise: 'Escape works inside the frame, too',
    proofs: [
      [keyboard, 'Escape inside the frame asks'],
      [page, 'asks to exit on Escape'],
    ],
  },
  4: {
    promise: 'Close is visible and 44 by 44 pixels; the ring of the focus is 2 pixels, 3:1',
    proofs: [
      [adaptation, 'every control is at least 44 by 44 pixels'],
      [adaptation, 'the focus and the active option still show'],
      [states, 'has a way out on every screen'],
      [selector, 'an accent with too little contrast is adjusted'],
    ],
  },
  5: {
    promise: 'The page behind neither scrolls nor shifts, and is unchanged byte by byte',
    proofs: [
      [host, '%s neither scrolls nor shifts, and is unchanged byte by byte'],
      [lock, 'never touches the inline styles of the host'],
    ],
  },
  6: {
    promise: 'A click on the backdrop throws nothing away',
    proofs: [
      [host, 'keeps what was typed at the login'],
      [modal, 'does not close by a click on the backdrop'],
    ],
  },
  7: {
    promise: 'Works inside a focus trap and above every z-index of the host',
    proofs: [
      [host, 'cannot keep the focus in its own trap'],
      [host, 'cannot cover the modal with the highest z-index'],
    ],
  },
  8: {
    promise: 'A skeleton at once, busy, and no shift when data arrives',
    proofs: [
      [states, 'has a busy skeleton, then a text, then a reassurance'],
      [host, 'hardly anything shifts, in the modal or behind it'],
    ],
  },
  9: {
    promise: 'A combobox as people know it',
    proofs: [
      [selector, 'goes through its options by arrows, Home, End, Page Up and Page Down'],
      [selector, 'picks by Enter'],
      [selector, 'is cleared by the first Escape and closed by the second'],
      [selector, 'gets typed text from any focus in the modal'],
    ],
  },
  10: {
    promise: 'A search that forgives, is fast, and announces its results',
    proofs: [
      [selector, 'finds %s'],
      [selector, 'announces how many results there are'],
      [search, 'answers 1,000 providers within 50 ms'],
      [selector, 'of a thousand is complete'],
    ],
  },
  11: {
    promise: 'No result says what was searched and offers ways on; never an empty box',
    proofs: [
      [selector, 'shows the search when nothing is found, and offers two next steps'],
      [selector, 'is not an empty box when there is no provider at all'],
    ],
  },
  12: {
    promise:
      'Popular first, reasons for what is unavailable, initials for broken logos, names that wrap',
    proofs: [
      [selector, 'has the popular providers first'],
      [
        selector,
        'shows why a provider is unavailable, in words and by an icon, and does not open it',
      ],
      [selector, 'shows initials for a broken logo, and no name twice'],
      [adaptation, 'nothing is clipped, and every control can be reached'],
    ],
  },
  13: {
    promise: 'One provider needs no selector; test mode has a badge and shows what is left',
    proofs: [
      [selector, 'of one provider is skipped, and there is no Back'],
      [selector, 'is shown in test mode, with the remaining submissions at the login'],
    ],
  },
  14: {
    promise: 'The login says whose password it is, and is kind to managers, typists and mistakes',
    proofs: [
      [login, 'says whose password it needs before the field'],
      [login, 'lets password managers fill and users paste'],
      [login, 'shows and hides the password'],
      [login, 'keeps the username, empties the password and focuses the first wrong field'],
    ],
  },
  15: {
    promise: 'The consent says everything, weighs both answers the same, and ignores accidents',
    proofs: [
      [
        consent,
        'shows what is shared, with whom, from which account, for how long and how to end it',
      ],
      [consent, 'gives both buttons the same style and focuses neither'],
      [guard, 'stays inert one millisecond before the delay is over'],
      ['browser/embedded-flow.test.ts', 'denied'],
      ['browser/ux-geometry.test.ts', 'are in view without scrolling, side by side'],
      ['browser/ux-geometry.test.ts', 'at 568 × 320 the whole table is read before Allow and Deny'],
    ],
  },
  16: {
    promise: 'Success is announced, and the modal closes without a click',
    proofs: [
      [states, 'shows what was connected, and announces it once, by its focused heading'],
      [modal, 'announce that the application is finishing, then that it is done'],
      [
        'browser/screen-reader.test.ts',
        'a screen reader announces each step once, from the selector to success',
      ],
      [states, 'of the page is announced, too'],
      [keyboard, 'a person opens, searches, picks, signs in, allows, and is connected'],
    ],
  },
  17: {
    promise: 'Every wait has a text, then a reassurance, then an end with a next step',
    proofs: [
      [states, 'has a busy skeleton, then a text, then a reassurance'],
      [states, 'has a reassurance for a provider and for the application, too'],
      [states, 'of the page is announced on the page'],
      [states, '%s offers another try: %s'],
    ],
  },
  18: {
    promise: 'Offline is shown, continues automatically, and loses nothing',
    proofs: [
      [states, 'is shown, and the modal continues automatically when the browser is online'],
      [states, 'at the login keeps the input'],
      [login, 'retries automatically once the browser is online again'],
    ],
  },
  19: {
    promise: 'Each error has a text, a next step if one exists, and a reference to copy',
    proofs: [
      [states, 'each have a separate text'],
      [states, 'every problem of the page has a separate text'],
      [states, 'have a reference that can be copied'],
      [states, 'are retried on request'],
    ],
  },
  20: {
    promise: 'A popup can be found again, reopened and given up',
    proofs: [
      [popup, 'can be opened again, and connects'],
      [popup, 'is opened by a button of the modal'],
      [popup, 'when the user cancels in the modal'],
    ],
  },
  21: {
    promise: 'Less motion, dark without a flash, forced colours, reflow, zoom, spacing, landscape',
    proofs: [
      [adaptation, 'sees no motion'],
      [adaptation, 'is dark from the first frame on: %s'],
      [adaptation, 'every button with an edge keeps it'],
      [adaptation, 'nothing is clipped, and every control can be reached by scrolling down alone'],
      [adaptation, 'text spacing of WCAG 1.4.12 cuts nothing off'],
    ],
  },
  22: {
    promise: 'A sheet that fills a telephone, with fields of 16 pixels',
    proofs: [
      [adaptation, 'is filled by the modal at %i px'],
      [adaptation, 'has fields of 16 px or more'],
      [touch, 'a person connects by touch alone, on a phone'],
      [touch, 'keeps field and button above a keyboard of half the height, in the frame'],
    ],
  },
  23: {
    promise: 'Right to left mirrors everything but addresses',
    proofs: [
      [adaptation, 'Arabic mirrors the header and its arrow, but not addresses'],
      [axe, 'finds nothing on any screen, wide and narrow'],
    ],
  },
  24: {
    promise: 'Ten languages, said to browser and screen reader',
    proofs: [[adaptation, '%s sets language and direction on the dialog and on the page']],
  },
  25: {
    promise: 'Branding that stays readable',
    proofs: [[selector, 'an accent with too little contrast is adjusted']],
  },
  26: {
    promise: 'The whole flow by keyboard alone in every engine; Keep going returns to the field',
    proofs: [
      [everyEngine, 'connects by keyboard alone'],
      [everyEngine, 'continues typing in the same field after Keep going'],
      [
        everyEngine,
        'asks on Escape in the window itself, continues in the same field, and leaves after confirmation',
      ],
    ],
  },
  27: {
    promise: 'A first sign of the modal in the task of the click, before any chunk has come',
    proofs: [
      [host, 'the page is dimmed in the task of the click, and stays usable'],
      [host, 'the modal replaces the dimming, and closing leaves neither behind'],
    ],
  },
  28: {
    promise: 'Dialog, header and the button for the next step keep their places',
    proofs: [
      ['browser/ux-geometry.test.ts', 'dialog and header keep their places from step to step, %s'],
      ['browser/ux-geometry.test.ts', 'keeps its place from step to step, and is in view, %s'],
    ],
  },
  29: {
    promise:
      'Success is shown for an acknowledged code only; a page that does not load is reported as such',
    proofs: [
      [lostHost, 'a window does not show success for a code without a receiver'],
      [lostHost, 'shows success, and the host has the code'],
      [faults, '%s: shows the error, with Try again first, a window second and the reference'],
      [faults, 'the control: if the policy of the host blocks the frame, the window is first'],
    ],
  },
  30: {
    promise:
      'Errors are shown once, with one primary button and a reference; one glossary of words',
    proofs: [
      [login, 'shows the error once, in the note'],
      [
        page,
        'offers Start again only when a new flow can help, and has at most one primary button',
      ],
      [states, 'have a reference that can be copied'],
      ['sources/glossary.test.ts', 'of %s are those of the glossary'],
    ],
  },
  31: {
    promise: 'No stop of Tab without a purpose',
    proofs: [
      [selector, 'has one stop of Tab: the list that scrolls is reached by arrows'],
      [
        'browser/ux-keyboard.test.ts',
        'on the selector: search, then the header, never the page behind',
      ],
    ],
  },
  32: {
    promise: 'In a window below 300 px of height nothing sticks, and list and terms have the room',
    proofs: [
      [
        'browser/ux-geometry.test.ts',
        'the list has 60 % of the height, and all of it once it is scrolled',
      ],
      [
        'browser/ux-geometry.test.ts',
        'no button covers the terms of %s, and all are reached by scrolling',
      ],
    ],
  },
};
