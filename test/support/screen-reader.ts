import type { CDPSession, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { installLiveRegionRecorder } from './live-regions.ts';

/** Records what a screen reader announces, in order. */
export interface Transcript {
  /** The announcements so far: `status: …`, `alert: …` and, from `seeFocus`, `focus: …`. */
  readonly lines: readonly string[];
  /** Records an action of the person. */
  act(what: string): void;
  /** Waits until the focused element has this name, and records its announcement. */
  seeFocus(name: string | RegExp): Promise<void>;
  /** Waits until a live region has announced this. */
  hear(text: string | RegExp): Promise<void>;
}

/** Call it before the page is opened. `ignored` texts are announced only for long waits. */
export async function startTranscript(
  page: Page,
  ignored: ReadonlySet<string>,
): Promise<Transcript> {
  const lines: string[] = [];
  await page.exposeBinding('__announce', async ({ frame }, line: string) => {
    const text = line.slice(line.indexOf(' ') + 1);
    if (ignored.has(text) || !(await isReadOut(frame))) return;
    // `seeFocus` may have recorded it first.
    if (!line.startsWith('focus: ') || !lines.includes(line)) lines.push(line);
  });
  await page.addInitScript(installLiveRegionRecorder);
  const sessions = new Map<Frame, CDPSession>();
  return {
    lines,
    act(what) {
      lines.push(`> ${what}`);
    },
    async seeFocus(name) {
      let found = '';
      await expect
        .poll(async () => {
          found = await describeFocus(page, sessions).catch(() => '');
          return found;
        })
        .toMatch(typeof name === 'string' ? new RegExp(` “${name}”`) : name);
      const line = `focus: ${found}`;
      // Headings report the focus themselves, perhaps before this.
      if (!findLatest(lines).includes(line)) lines.push(line);
    },
    async hear(text) {
      const pattern = typeof text === 'string' ? new RegExp(`: ${text}$`) : text;
      await expect.poll(() => findLatest(lines).join('\n')).toMatch(pattern);
    },
  };
}

/** The announcements since the last action. */
function findLatest(lines: readonly string[]): string[] {
  return lines.slice(lines.map((line) => line.startsWith('>')).lastIndexOf(true));
}

/** When the frame is inert in the host's page, it is silent, too. */
async function isReadOut(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const element = await frame.frameElement();
  return await element.evaluate((iframe) => {
    const { assignedSlot } = iframe as HTMLElement;
    return assignedSlot !== null && assignedSlot.closest('[inert]') === null;
  });
}

/** The used properties of a node in the protocol. */
interface TreeNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly properties?: readonly { readonly name: string; readonly value: { value?: unknown } }[];
}

/** The announcement of the focused element: role, name, states, description. */
async function describeFocus(page: Page, sessions: Map<Frame, CDPSession>): Promise<string> {
  for (const frame of page.frames()) {
    const nodes = await readTree(frame, sessions);
    const focused = nodes.filter(
      (node) => readProperty(node, 'focused') === true && !isContainer(node),
    );
    const last = focused.at(-1);
    if (last) {
      const question = findAncestor(nodes, last, 'alertdialog');
      return [last, ...(question ? [question] : [])].map(describeNode).join(' in ');
    }
  }
  return '';
}

function findAncestor(
  nodes: readonly TreeNode[],
  from: TreeNode,
  role: string,
): TreeNode | undefined {
  const parents = new Map(nodes.map((node) => [node.nodeId, node]));
  let node: TreeNode | undefined = from;
  while (node && node.role?.value !== role) node = parents.get(node.parentId ?? '');
  return node;
}

async function readTree(frame: Frame, sessions: Map<Frame, CDPSession>): Promise<TreeNode[]> {
  const session = sessions.get(frame) ?? (await frame.page().context().newCDPSession(frame));
  sessions.set(frame, session);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes as TreeNode[];
}

/** A focused document or frame contains the focused element. */
function isContainer({ role }: TreeNode): boolean {
  return role?.value === 'RootWebArea' || role?.value === 'Iframe';
}

function readProperty({ properties }: TreeNode, name: string): unknown {
  return properties?.find((property) => property.name === name)?.value.value;
}

function describeNode(node: TreeNode): string {
  const states = [
    readProperty(node, 'required') === true && 'required',
    readProperty(node, 'invalid') === 'true' && 'invalid',
    readProperty(node, 'disabled') === true && 'dimmed',
  ].filter(Boolean);
  const description = clean(node.description?.value);
  return [
    `${node.role?.value} “${clean(node.name?.value)}”`,
    ...states,
    ...(description === '' ? [] : [description]),
  ].join(', ');
}

function clean(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}
