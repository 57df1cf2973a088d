import type { BrowserContext, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The texts that a person reads after each step. */
export type Story = (page: Page, look: (step: string) => Promise<void>) => Promise<void>;

/** Runs in a page: does to each text what the translators of browsers do, and keeps its words. */
function wrapTexts(): void {
  const elements = [
    ...document.documentElement.children,
    ...document.querySelectorAll('.selector'),
  ];
  const roots = [document.body, ...elements.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const texts = roots.flatMap((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    return found;
  });
  const isShown = ({ data, parentElement }: Text) =>
    data.trim() !== '' && parentElement?.closest('script, style, font') === null;
  for (const text of texts.filter(isShown)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Runs in a page: every text that is shown, the modal's first. */
function readTexts(): string {
  const hosts = [...document.documentElement.children];
  const dialogs = hosts.map((host) => host.shadowRoot?.querySelector('dialog'));
  const selectors = [...document.querySelectorAll('.selector')];
  const parts = selectors.flatMap(({ shadowRoot }) => [...(shadowRoot?.children ?? [])]);
  const texts = [...dialogs, document.querySelector('main'), ...parts].map((part) =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    part instanceof HTMLElement ? part.innerText : '',
  );
  // The break of a line is that of the layout. Each sign-in takes one of those left, each run has its reference, and
  // the seconds until another code can be sent depend on the machine.
  return texts
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/left: \d+/, 'left: some')
    .replace(/in \d+ s/, 'in some s')
    .replace(/[0-9A-Z]{4}-[0-9A-Z]{4}/, 'REFERENCE')
    .trim();
}

/** @returns what is read at each step, with every text wrapped after it, or with none */
export async function readStory(
  context: BrowserContext,
  story: Story,
  isWrapped: boolean,
): Promise<readonly string[]> {
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  const seen: string[] = [];
  const inFrames = <Value>(run: (frame: Frame) => Promise<Value>) =>
    Promise.all(page.frames().map(run));
  await story(page, async (step) => {
    const texts = await inFrames((frame) => frame.evaluate(readTexts));
    seen.push(`${step}: ${texts.join(' | ')}`);
    if (isWrapped) await inFrames((frame) => frame.evaluate(wrapTexts));
  });
  await page.close();
  expect(troubles).toEqual([]);
  return seen;
}
