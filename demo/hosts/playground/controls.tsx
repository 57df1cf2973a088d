import type { Playground } from './playground-state.ts';
import { choices, type Settings } from './settings.ts';

/** The labels of values that are not clear by themselves, for each option. */
const names: { readonly [Name in keyof Settings]?: Readonly<Record<string, string>> } = {
  locale: { '': 'of the browser' },
  state: {
    session: 'of your session',
    other: 'of another session (the callback refuses it)',
    none: 'left out (the callback refuses it)',
  },
  signal: { '': 'left out', 5000: 'aborts after 5 s', 30000: 'aborts after 30 s' },
  fontFamily: { '': 'of the SDK' },
  borderRadius: { '': 'of the SDK' },
};

/** A form with a control for every option of `open`. The button "Open Connect" and the Enter key submit the form. */
export function Controls({ playground }: { playground: Playground }) {
  return (
    <form
      id="options"
      class="card"
      aria-labelledby="options-title"
      onSubmit={(event) => {
        event.preventDefault();
        void playground.open();
      }}
    >
      <h2 id="options-title">Options of open</h2>
      <div class="fields">
        <Typed playground={playground} name="clientId" hint={playground.facts.clientId} />
        <Typed playground={playground} name="connectUrl" hint={playground.facts.connectUrl} />
        <Chosen playground={playground} name="display" />
        <Typed playground={playground} name="provider" hint="picked from the list" />
        <Chosen playground={playground} name="locale" />
        <Chosen playground={playground} name="state" />
        <Chosen playground={playground} name="signal" />
      </div>
      <h3>appearance</h3>
      <div class="fields">
        <Chosen playground={playground} name="theme" />
        <Typed playground={playground} name="accentColor" hint="of the SDK" />
        <Chosen playground={playground} name="fontFamily" />
        <Chosen playground={playground} name="borderRadius" />
      </div>
      <p class="note">
        onSuccess, onEvent and onExit are the page’s own: they fill the timeline. The grey text of
        an empty field is what applies then.
      </p>
    </form>
  );
}

interface ChosenProps {
  readonly playground: Playground;
  readonly name: Exclude<keyof typeof choices, 'fault' | 'answer' | 'snippet'>;
}

function Chosen({ playground, name }: ChosenProps) {
  return (
    <label>
      <code>{name}</code>
      <select
        value={playground.settings.value[name]}
        onChange={(event) => playground.change(pick(name, event.currentTarget.value))}
      >
        {choices[name].map((choice) => (
          <option key={choice} value={choice}>
            {names[name]?.[choice] ?? choice}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TypedProps {
  readonly playground: Playground;
  readonly name: 'clientId' | 'connectUrl' | 'provider' | 'accentColor';
  readonly hint: string;
}

function Typed({ playground, name, hint }: TypedProps) {
  return (
    <label>
      <code>{name}</code>
      <input
        type="text"
        value={playground.settings.value[name]}
        placeholder={hint}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        onInput={(event) => playground.change(pick(name, event.currentTarget.value))}
      />
    </label>
  );
}

/** @returns a change of one setting. Its value is not checked here, because `parseSettings` checks it in the URL */
function pick(name: keyof Settings, value: string): Partial<Settings> {
  return { [name]: value };
}
