import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Targets = string | { readonly [condition: string]: Targets };

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly main: string;
  readonly exports: Targets;
  readonly scripts: Readonly<Record<string, string>>;
};

/** The files in the tarball of `npm pack`, which were built before this suite. */
function listPackedFiles(): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const answer = execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packages: unknown = JSON.parse(answer);
  // npm 11 prints a list, npm 12 an object by name.
  const [first] = Object.values(Object(packages)) as { files: { path: string }[] }[];
  return first?.files.map(({ path }) => path) ?? [];
}

function listTargets(targets: Targets): readonly string[] {
  if (typeof targets === 'string') return [targets.replace(/^\.\//, '')];
  return Object.values(targets).flatMap(listTargets);
}

describe('the package', () => {
  const files = listPackedFiles();
  const exported = [...new Set([manifest.main.slice(2), ...listTargets(manifest.exports)])];

  it.each(exported)('contains its export: %s', (file) => {
    expect(files).toContain(file);
    expect(existsSync(file)).toBe(true);
  });

  it('has the languages, the hash of the script tag, and for pages no code beside entries and chunks', () => {
    const isOfService = (file: string) => /^dist\/(connect|cli)\//.test(file);
    const built = files.filter((file) => file.startsWith('dist/') && file.endsWith('.js'));
    const isLanguage = (file: string) => file.startsWith('dist/locales/');
    const scripts = built.filter((file) => !isOfService(file) && !isLanguage(file));

    expect(files).toEqual(
      expect.arrayContaining(['dist/locales/es.js', 'dist/locales/es.json', 'dist/integrity.json']),
    );
    const chunks = [
      'developer-warnings',
      'protocol',
      'selector-in-element',
      'selector-in-page',
      'selector',
      'session',
    ];
    expect(scripts.filter((file) => !exported.includes(file))).toEqual([
      ...chunks.map((name) => `dist/chunks/${name}.js`),
      'dist/tax-connect-selector.js',
    ]);
  });

  it('contains no other files of the repository', () => {
    const own =
      /^(dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|SECURITY\.md$|demo\/docs\/[\w-]+\.(md|svg|webp)$|demo\/examples\/|src\/connect\/service\/README\.md$)/;

    expect(files.filter((file) => !own.test(file))).toEqual([]);
  });

  it('is built by npm pack, which installs what a build needs', () => {
    expect(manifest.scripts).toMatchObject({
      prepack: 'npm run build',
      build: expect.stringContaining('src/build/run.mjs'),
    });
  });
});
