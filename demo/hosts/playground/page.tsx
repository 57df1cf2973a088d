import { Controls } from './controls.tsx';
import { Faults } from './faults.tsx';
import { Logins } from './logins.tsx';
import type { Playground } from './playground-state.ts';
import { ExchangeView, Timeline } from './results.tsx';
import { SnippetView } from './snippet-view.tsx';

export function Page({ playground }: { playground: Playground }) {
  return (
    <>
      <header class="bar">
        <p class="brand">
          <img src="/icon.svg" alt="" width="32" height="32" /> Tally
        </p>
        <nav aria-label="Versions of this page">
          <a href="/">Script tag</a>
          <a href="/spa/">Module</a>
          <a href="/playground/" aria-current="page">
            Playground
          </a>
          <a href="/gallery/">Every screen</a>
        </nav>
      </header>
      <main>
        <div class="pitch">
          <h1>Playground</h1>
          <p>
            Choose options and faults, open Connect, and see what your page and your backend see.
            The address of this page holds the settings, so you can send them to a colleague.
          </p>
        </div>
        <div class="columns">
          <div class="column">
            <Controls playground={playground} />
            <Faults playground={playground} />
            <Logins playground={playground} />
          </div>
          <div class="column">
            <div class="launch">
              <button type="submit" form="options">
                Open Connect
              </button>
              <p role="status">{playground.status.value}</p>
            </div>
            <Timeline entries={playground.entries.value} />
            <ExchangeView playground={playground} />
            <SnippetView playground={playground} />
          </div>
        </div>
      </main>
    </>
  );
}
