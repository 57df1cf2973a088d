import type { Playground } from './playground-state.ts';
import type { Settings } from './settings.ts';

const faults: Readonly<Record<Settings['fault'], readonly [title: string, note: string]>> = {
  none: ['None', 'Connect answers at once.'],
  slow: ['Slow', 'Each answer of Connect takes two seconds longer.'],
  cut: ['Offline', 'Each connection to Connect is cut. The error comes after 15 seconds.'],
  unavailable: ['503', 'Connect answers 503. The error comes after 15 seconds.'],
  'blocked-frame': [
    'Blocked frame',
    'This page’s policy leaves Connect out of frame-src. The page is loaded again.',
  ],
};

const answers: Readonly<Record<Settings['answer'], readonly [title: string, note: string]>> = {
  works: ['Works', 'It exchanges the code and answers 204.'],
  slow: ['Slow', 'It answers after five seconds.'],
  unavailable: ['503', 'It answers 503 and leaves the code unused.'],
  refused: ['403', 'It answers 403, as after a lost session.'],
  redirect: ['Redirect', 'It answers 302, as a login page would.'],
};

/** Controls that simulate faults of networks and backends. */
export function Faults({ playground }: { playground: Playground }) {
  return (
    <section class="card" aria-labelledby="faults-title">
      <h2 id="faults-title">Faults</h2>
      <Switches playground={playground} name="fault" legend="Way to Connect" texts={faults} />
      <Switches playground={playground} name="answer" legend="Your callback" texts={answers} />
    </section>
  );
}

interface SwitchesProps {
  readonly playground: Playground;
  readonly name: 'fault' | 'answer';
  readonly legend: string;
  readonly texts: Readonly<Record<string, readonly [title: string, note: string]>>;
}

function Switches({ playground, name, legend, texts }: SwitchesProps) {
  const chosen = playground.settings.value[name];
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="switches">
        {Object.entries(texts).map(([choice, [title]]) => (
          <label key={choice} class="switch">
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === chosen}
              onChange={() => playground.change({ [name]: choice })}
            />
            {title}
          </label>
        ))}
      </div>
      <p class="note">{texts[chosen]?.[1]}</p>
    </fieldset>
  );
}
