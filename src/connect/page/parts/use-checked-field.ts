import { useEffect, useRef, useState } from 'preact/hooks';
import { fill, fillCount } from '../../../texts/fill.ts';
import { usePage, useParties } from '../page-context.ts';

/** A field whose value the service checks. It gets the focus again when its value is missing or wrong. */
export function useCheckedField(
  code: 'invalid_answer' | 'invalid_one_time_code' | 'wrong_number',
  missing: string,
) {
  const { problem, text } = usePage();
  const parties = useParties();
  const field = useRef<HTMLInputElement>(null);
  // Each submission sets a new object, so that the effect below runs again for a value that is still missing.
  const [typed, setTyped] = useState({ isMissing: false });
  const isWrong = problem?.code === code;

  // Runs after the error is drawn: screen readers read it with the field, and `TextField` has seen the earlier focus.
  useEffect(() => {
    if (typed.isMissing || isWrong) field.current?.focus();
    // A code is typed again as a whole. A word of an answer can be corrected.
    if (isWrong && code !== 'invalid_answer') field.current?.select();
  }, [typed, isWrong, problem, code]);

  const count = problem?.triesLeft;
  const left = count ? fillCount(text.tries.left, { count }, text.lang) : '';
  const { title, advice } = text.notices[code];
  const [words, joint] = code === 'invalid_one_time_code' ? [advice, ' '] : [title, ' – '];
  const wrong = isWrong ? fill(words, parties) + (left && joint + left) : null;
  return {
    field,
    /** The problem of the last request, unless the field shows it as its error. */
    problem: isWrong ? null : problem,
    error: typed.isMissing ? missing : wrong,
    retry: () => field.current?.form?.requestSubmit(),
    /** Call it with each submitted value. @returns whether the value can be sent */
    check(value: string): boolean {
      setTyped({ isMissing: value === '' });
      return value !== '';
    },
  };
}
