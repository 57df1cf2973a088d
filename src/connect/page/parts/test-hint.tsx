import type { ComponentChildren } from 'preact';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { fillCount } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { testLogin, testUsers } from '../../shapes/test-login.ts';
import { usePage } from '../page-context.ts';
import { FilledText } from './filled-text.tsx';

/** A note that only users of test applications see. */
function TestNote({ children }: { readonly children: ComponentChildren }) {
  const { application, text } = usePage();
  if (application.environment !== 'test') return null;
  return (
    <div class="note note--test" role="note" aria-label={text.test.title}>
      {children}
    </div>
  );
}

/** A value to type, which is the same in every language. */
function Value({ text }: { readonly text: string }) {
  return (
    <code dir="ltr" translate={false}>
      {text}
    </code>
  );
}

interface TestHintProps {
  readonly provider: SelectedProvider;
  /** Fills in a test user, whose name says what happens. Without it, the hint offers none. */
  readonly fillIn?: ((login: typeof testLogin) => void) | undefined;
}

export function TestHint({ provider, fillIn }: TestHintProps) {
  const { submissions, text } = usePage();
  const { hint = null, is_simulated = true } = provider;
  if (!is_simulated && hint === null && !submissions) return null;
  return (
    <TestNote>
      {is_simulated && !fillIn && (
        <p class="note__text">
          <FilledText
            text={text.test.hint}
            values={{
              username: <Value text={testLogin.username} />,
              password: <Value text={testLogin.password} />,
            }}
          />
        </p>
      )}
      {hint !== null && (
        <p class="note__text">
          <bdi>{hint}</bdi>
        </p>
      )}
      {is_simulated && fillIn && (
        <FillIn values={testUsers} onPick={(username) => fillIn({ ...testLogin, username })} />
      )}
      <SubmissionsLeft />
    </TestNote>
  );
}

/** The one-time code that the simulated providers accept. */
const testCode = '123456';

/** `fillIn` puts the code into its field, as if the user had typed it. */
export function TestCodeHint({ fillIn }: { readonly fillIn: (code: string) => void }) {
  return (
    <TestNote>
      <FillIn values={[testCode]} onPick={fillIn} />
    </TestNote>
  );
}

interface FillInProps {
  readonly values: readonly string[];
  readonly onPick: (value: string) => void;
}

/** Buttons that type a test value for the user. */
function FillIn({ values, onPick }: FillInProps) {
  const { test } = usePage().text;
  return (
    <fieldset class="chips row" aria-labelledby="test-fill">
      <span id="test-fill">{test.fill}</span>
      {values.map((value) => (
        <Button key={value} look="small" label={value} onClick={() => onPick(value)}>
          <Value text={value.replace('user_', '')} />
        </Button>
      ))}
    </fieldset>
  );
}

export function SubmissionsLeft() {
  const { submissions, text } = usePage();
  if (!submissions) return null;
  const { limit, used } = submissions;
  const left = Math.max(0, limit - used);
  return (
    <p class="view__lead">
      <LiveText text={fillCount(text.test.submissions, { left, limit }, text.lang)} />
    </p>
  );
}
