import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { createSnippets } from '../../../src/connect/dashboard/snippets.ts';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const application: Application = {
  client_id: 'test_app',
  name: 'Shop',
  environment: 'test',
  source: 'dashboard',
  submissions: null,
  submission_limit: null,
  secrets: [],
  origins: [],
  flows: [],
  refused_origins: [],
  redirect_uris: [{ address: 'https://shop.example/tax/callback', flag: null }],
  service: {
    base_url: 'https://connect.example',
    connect_url: 'https://connect.example/connect',
    submission_limit: 100,
    script: null,
  },
};

/** The strictest settings that an application may have. */
const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: false,
  noImplicitReturns: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
  paths: { 'tax-connect/server': [join(root, 'src/sdk/server.ts')] },
};

/** Compiles files that exist in memory only, at the root of the repository; one list for each. */
function compile(sources: readonly string[]): readonly (readonly string[])[] {
  const files = new Map(
    sources.map((source, index) => [join(root, `snippet-${index}.ts`), source]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.getCurrentDirectory = () => root;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const source = files.get(file);
    if (source === undefined) return getSourceFile(file, ...rest);
    return ts.createSourceFile(file, source, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const diagnostics = ts.getPreEmitDiagnostics(program);
  return [...files.keys()].map((name) =>
    diagnostics
      .filter(({ file }) => file?.fileName === name)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

const environmentOptions = `import { createCallback } from 'tax-connect/server';
declare const absent: undefined;
export const callback = createCallback({
  baseUrl: process.env.A, clientId: process.env.B, clientSecret: process.env.C,
  redirectUri: process.env.D, connectUrl: absent, cookieKey: process.env.E,
  returnsState: absent, successUrl: absent, failureUrl: absent, timeoutMs: absent,
  fetch: absent, onError: absent, getState: absent, getSessionId: absent,
  onConnected: () => {},
});`;

// One compilation for all: it reads the libraries' declarations every time.
it("the backend's snippet passes strict TypeScript, and options may be undefined", () => {
  const { backend } = createSnippets(application);
  const withoutRedirect = createSnippets({ ...application, redirect_uris: [] }).backend;

  const [copied, short, environment, misspelt, missing] = compile([
    backend,
    withoutRedirect,
    environmentOptions,
    backend.replace('clientSecret:', 'clientSecrets:'),
    environmentOptions.replace('() => {}', 'absent'),
  ]);

  expect(backend).toContain("redirectUri: 'https://shop.example/tax/callback'");
  expect(withoutRedirect).not.toContain('redirectUri');
  expect([copied, short, environment]).toEqual([[], [], []]);
  expect(misspelt).toEqual([expect.stringContaining('clientSecrets')]);
  expect(missing).toHaveLength(1);
}, 60_000);
