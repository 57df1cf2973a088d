import { Refusal } from '../http/refusal.ts';

const maxLength = 100;

/*
 * A name is shown to people who decide whether to trust it. So it must not contain invisible characters, or
 * characters that change the reading order: controls, formats, line ends, lone surrogates, private ones.
 * Two joiners are allowed, because Persian and emoji need them.
 */
const deceptive = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/**
 * Many marks on one letter would cover the lines around it. No script writes more than four. Joiners
 * between marks do not reset the count.
 */
const piled = /(?:\p{M}[\u200c\u200d]*){5}/u;
/** At least one visible character. Fillers count as letters, but are blank. */
const visible = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * @param name - the name of an application, without surrounding space
 * @throws Refusal 400 `invalid_request` for a name that people cannot read
 */
export function assertApplicationName(name: string): void {
  const isReadable = visible.test(name) && !deceptive.test(name) && !piled.test(name);
  if ([...name].length <= maxLength && isReadable) return;
  throw new Refusal([400, 'invalid_request'], `Enter a name of up to ${maxLength} characters.`, {
    retryable: false,
  });
}
