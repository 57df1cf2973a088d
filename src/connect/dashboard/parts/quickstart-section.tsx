import type { Application } from '../../shapes/dashboard-answers.ts';
import { createSnippets } from '../snippets.ts';
import { CodeBlock } from './code-block.tsx';
import { Section } from './section.tsx';

/** Code to begin with, made for this application. */
export function QuickstartSection({ application }: { readonly application: Application }) {
  const { scriptTag, module, backend } = createSnippets(application);
  return (
    <Section
      id="quickstart-title"
      title="Quickstart"
      lead="One of the first two for your page, the third for your backend. Your client ID is filled in."
    >
      {scriptTag && <CodeBlock id="script-tag-title" title="Script tag" code={scriptTag} />}
      <CodeBlock id="module-title" title="ES module" code={module} />
      <CodeBlock id="backend-title" title="Backend" code={backend} />
    </Section>
  );
}
