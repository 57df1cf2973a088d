import { useState } from 'preact/hooks';
import { useApplication } from '../../dashboard-context.ts';
import { Section } from '../../parts/section.tsx';
import { CodeBlock } from '../../parts/values.tsx';
import { createSnippets } from '../../snippets.ts';

export function QuickstartSection() {
  const { scriptTag, module, backend } = createSnippets(useApplication().application);
  const snippets = [
    { title: 'Script tag', code: scriptTag },
    { title: 'ES module', code: module },
    { title: 'Backend', code: backend },
  ].filter(({ code }) => code !== null);
  const [title, setTitle] = useState(snippets[0]?.title);
  const shown = snippets.find((snippet) => snippet.title === title);
  return (
    <Section
      id="quickstart"
      title="Quickstart"
      lead="One of the first two for your page, the third for your backend. Your client ID is filled in."
    >
      <fieldset class="choices">
        <legend class="visually-hidden">Snippet</legend>
        {snippets.map((snippet) => (
          <button
            key={snippet.title}
            type="button"
            class="choice"
            aria-pressed={snippet.title === title}
            onClick={() => setTitle(snippet.title)}
          >
            {snippet.title}
          </button>
        ))}
      </fieldset>
      {shown?.code && (
        <CodeBlock
          key={shown.title}
          id="snippet-title"
          title={shown.title}
          what={`${shown.title} snippet`}
          code={shown.code}
        />
      )}
    </Section>
  );
}
