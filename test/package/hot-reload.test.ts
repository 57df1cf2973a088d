import type { Browser, Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { isLongRun } from '../support/extent.ts';
import { createEmptyProject, type EmptyProject } from '../support/tarball.ts';
import { startWorld, type World } from '../support/world.ts';
import { startProgram } from './support/start-program.ts';

/* A developer saves a component while its modal is at the login. The development server of Vite updates the page. */

interface Framework {
  readonly name: string;
  /** Packages that are installed from the registry. */
  readonly packages: readonly string[];
  /** The function that makes Vite's plug-in. */
  readonly plugin: string;
  readonly mount: string;
  readonly file: string;
  /** The developer changes its word "first". */
  readonly component: string;
}

const plugin = (name: string, from: string) => `import ${name} from '${from}';
  export default { plugins: [${name}()] };`;

const react = (version: string): Framework => ({
  name: `React ${version}`,
  packages: [`react@${version}`, `react-dom@${version}`, '@vitejs/plugin-react@6.3.0'],
  plugin: plugin('react', '@vitejs/plugin-react'),
  mount: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { ConnectButton } from './button.jsx';
    createRoot(document.querySelector('#app')).render(createElement(ConnectButton));`,
  file: 'button.jsx',
  component: `import { useState } from 'react';
    import { useTaxConnect } from 'tax-connect/react';
    export function ConnectButton() {
      const [status, setStatus] = useState('');
      const { open } = useTaxConnect({
        ...window.application,
        onSuccess: () => setStatus('connected by the first'),
        onExit: ({ reason }) => setStatus(reason),
      });
      return <>
        <button type="button" onClick={open}>first</button>
        <p role="status">{status}</p>
      </>;
    }`,
});

const vue: Framework = {
  name: 'Vue',
  packages: ['vue@3.5.45', '@vitejs/plugin-vue@6.0.11'],
  plugin: plugin('vue', '@vitejs/plugin-vue'),
  mount: `import { createApp } from 'vue';
    import ConnectButton from './button.vue';
    createApp(ConnectButton).mount('#app');`,
  file: 'button.vue',
  component: `<script setup>
    import { useTaxConnect } from 'tax-connect/vue';
    import { ref } from 'vue';
    const status = ref('');
    const { open } = useTaxConnect({
      ...window.application,
      onSuccess: () => { status.value = 'connected'; },
      onExit: ({ reason }) => { status.value = reason; },
    });
    </script>
    <template>
      <button type="button" @click="open">first</button>
      <p role="status">{{ status }}{{ status && ' by the first' }}</p>
    </template>`,
};

/**
 * In Vue, the developer edits the template. Another edit makes a new component, and so does each edit in Svelte.
 */
const frameworks: readonly Framework[] = [react('19.3.1'), react('18.3.1'), vue];

let world: World;
let browser: Browser;
let project: EmptyProject | undefined;

beforeAll(async () => {
  if (isLongRun) [world, browser] = await Promise.all([startWorld(), launchChromium()]);
});

afterEach(() => project?.remove());

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function openApplication(framework: Framework): Promise<Page> {
  const application = JSON.stringify({
    clientId: world.application.client_id,
    connectUrl: `${world.connectUrl}/connect`,
  });
  project = createEmptyProject(undefined, ['vite@8.3.8', ...framework.packages]);
  project.write('vite.config.js', framework.plugin);
  project.write('main.js', framework.mount);
  project.write(framework.file, framework.component);
  project.write(
    'index.html',
    `<!doctype html><title>Shop</title><div id="app"></div>
    <script>window.application = ${application};</script>
    <script type="module" src="./main.js"></script>`,
  );
  const vite = 'exec node_modules/.bin/vite --port=$PORT --strictPort --host=127.0.0.1';
  const { port } = await startProgram(project.folder, ['sh', '-c', vite], {});
  const page = await browser.newPage();
  await page.goto(`http://app.localhost:${port}/`);
  return page;
}

describe.runIf(isLongRun)('a component that is saved at the login', () => {
  it.each(frameworks.map((framework) => [framework.name, framework] as const))(
    'keeps its session, and gets the code as it is then: %s',
    async (_, framework) => {
      const page = await openApplication(framework);
      const person = driveConnect(page);
      await page.getByRole('button', { name: 'first' }).click();
      await person.pick('Sandbox');
      const username = page.frameLocator('iframe').getByRole('textbox').first();
      await username.fill('user_good');

      project?.write(framework.file, framework.component.replaceAll('first', 'second'));
      await page.locator('#app').getByText('second', { exact: true }).waitFor();

      expect(await username.inputValue()).toBe('user_good');
      await person.logIn({ username: 'user_good' });
      await person.allow();
      await page.getByText('connected by the second').waitFor();
    },
  );
});
