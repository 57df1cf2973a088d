import type { Application } from '../../../shapes/dashboard-answers.ts';
import { Section } from '../../parts/section.tsx';
import { createSnippets } from '../../snippets.ts';
import { CodeBlock } from './code-block.tsx';

/** Code to begin with, made for this application. */
export function QuickstartSection({ application }: { readonly application: Application }) {
  const { scriptTag, module, backend } = createSnippets(application);
  return (
    <Section
      id="quickstart"
      title="Quickstart"
      lead="One of the first two for your page, the third for your backend. Your client ID is filled in."
    >
      {scriptTag && <CodeBlock id="script-tag-title" title="Script tag" code={scriptTag} />}
      <CodeBlock id="module-title" title="ES module" code={module} />
      <CodeBlock id="backend-title" title="Backend" code={backend} />
    </Section>
  );
}
