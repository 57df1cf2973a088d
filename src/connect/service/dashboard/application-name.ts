import { Refusal } from '../http/refusal.ts';

const maxLength = 100;

/*
 * A name is shown to people who are about to trust it. So nothing in it may be invisible or change the
 * order in which the rest is read: controls, formats, line ends, half characters, private ones. Two
 * joiners stay, which Persian and emoji are written with.
 */
const deceptive = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/**
 * Marks piled on one letter would cover the lines around it; no script writes more than four. The joiners
 * between them do not end the pile.
 */
const piled = /(?:\p{M}[\u200c\u200d]*){5}/u;
/** At least one visible character; fillers are letters, but blank. */
const visible = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * @param name - of an application, without space around it
 * @throws Refusal 400 `invalid_request` for one that people could not read
 */
export function assertApplicationName(name: string): void {
  const isReadable = visible.test(name) && !deceptive.test(name) && !piled.test(name);
  if ([...name].length <= maxLength && isReadable) return;
  throw new Refusal(
    [400, 'invalid_request'],
    `A name has 1 to ${maxLength} characters, all of them visible.`,
    { retryable: false },
  );
}
