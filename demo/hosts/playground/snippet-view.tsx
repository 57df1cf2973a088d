import { chooseOptions } from './demo-facts.ts';
import type { Playground } from './playground-state.ts';
import { choices } from './settings.ts';
import { snippetTitles, writeSnippet } from './snippets.ts';

/** Shows code for an application that opens Connect with the chosen options. */
export function SnippetView({ playground }: { playground: Playground }) {
  const { settings, facts } = playground;
  const { snippet, signal } = settings.value;
  const options = chooseOptions({ ...settings.value, fault: 'none' }, facts);
  const text = writeSnippet(snippet, { options, signal });
  return (
    <section class="card" aria-labelledby="snippet-title">
      <h2 id="snippet-title">The same in your application</h2>
      <fieldset>
        <legend class="hidden">Written for</legend>
        <div class="switches">
          {choices.snippet.map((choice) => (
            <label key={choice} class="switch">
              <input
                type="radio"
                name="snippet"
                value={choice}
                checked={choice === snippet}
                onChange={() => playground.change({ snippet: choice })}
              />
              {snippetTitles[choice]}
            </label>
          ))}
        </div>
      </fieldset>
      <pre>{text}</pre>
      <button
        type="button"
        class="quiet"
        onClick={() => void playground.copy(text, `the ${snippetTitles[snippet]} code`)}
      >
        Copy the code
      </button>
    </section>
  );
}
