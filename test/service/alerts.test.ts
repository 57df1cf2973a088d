import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../src/connect/service/http/metrics.ts';
import { isLongRun } from '../support/extent.ts';
import { findPromtool } from '../support/find-programs.mjs';
import { alertCases } from './alert-cases.ts';
import { createFolder } from './database.ts';
import { actAt, issueCodes, startLoginAt, startOnNetwork } from './network.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const file = resolve('src/connect/deploy/alerts.yaml');
const { groups } = parse(readFileSync(file, 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** A series of a rule, or one that a service exports: its name and labels. */
interface Series {
  readonly name: string;
  /** The labels as text, such as `result="failed"` or `status=~"5.."`. */
  readonly matchers: readonly string[];
}

function findSeries(text: string): readonly Series[] {
  const found = text.matchAll(/\b((?:connect|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', matchers = '']) => ({
    name,
    matchers: matchers.match(/\w+[=!~]+"[^"]*"/g) ?? [],
  }));
}

/** Labels that Prometheus adds, when it reads the metrics and when it evaluates a rule. */
const ofPrometheus = ['job', 'instance'];

/** @returns whether the service has such a series, with the value of each label that the rule compares */
function isExported({ name, matchers }: Series, exported: readonly Series[]): boolean {
  const own = matchers.filter(
    (matcher) => !ofPrometheus.some((label) => matcher.startsWith(label)),
  );
  return exported.some(
    (series) => series.name === name && own.every((matcher) => hasLabel(series, matcher)),
  );
}

function hasLabel({ matchers }: Series, wanted: string): boolean {
  const isEqual = /^\w+="/.test(wanted);
  const [label] = wanted.split(/[=!~]/);
  return matchers.some((one) => (isEqual ? one === wanted : one.startsWith(`${label}=`)));
}

/** @returns the labels of `by (…)`, with any value */
function toGrouped(expr: string): readonly string[] {
  const [, list = ''] = /by \(([\w, ]+)\)/.exec(expr) ?? [];
  const labels = list.split(', ').filter(Boolean);
  return labels.map((label) => `${label}=~""`);
}

/** @returns the metrics of a service after an exchange and a sign-in */
async function readMetrics(): Promise<string> {
  const service = await startOnNetwork({ GRANT_KEY: Buffer.alloc(32).toString('base64') });
  const [code] = await issueCodes(service.url, 1);
  await actAt(service.url).exchange({ code });
  const flow = await startLoginAt(service.url);
  await flow.logInAt(service.url, 'user_good');
  const read = async () => await (await fetch(`${service.url}/metrics`)).text();
  // The service counts the values that each key seals in batches, outside of requests.
  await expect.poll(read).toContain('connect_sealed_values{');
  const text = await read();
  await service.close();
  return text;
}

describe('the alert rules', () => {
  it('say how urgent they are, and what happens', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
    }
  });

  it('use and group by only what a running service exports', async () => {
    const exported = findSeries(await readMetrics());
    const findMissing = (text: string) =>
      findSeries(text).filter((series) => !isExported(series, exported));
    const findUngrouped = (text: string) =>
      findSeries(text).filter(
        ({ name }) => !isExported({ name, matchers: toGrouped(text) }, exported),
      );

    expect(findMissing('connect_made_up > connect_ready{key="made_up"}')).toHaveLength(2);
    expect(findUngrouped('max by (key) (connect_ready)')).toHaveLength(1);
    for (const { alert, expr } of rules) {
      expect([alert, findMissing(expr), findUngrouped(expr)]).toEqual([alert, [], []]);
    }
  });

  it('have only metrics that the guide lists, as it lists every metric of the service', async () => {
    const guide = readFileSync('demo/docs/monitoring.md', 'utf8');
    const listed = [...guide.matchAll(/^\| `(connect_\w+)`/gm)].map(([, name]) => name);
    const { text } = await createMetrics().render();
    const defined = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);

    expect(listed.sort()).toEqual(defined.sort());
  });

  it('have a case each', () => {
    expect(Object.keys(alertCases).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

describe.runIf(isLongRun)('Prometheus', () => {
  const run = (args: readonly string[]) =>
    execFileSync(findPromtool() ?? 'promtool', args, { encoding: 'utf8', stdio: 'pipe' });

  /** A file of tests: JSON is YAML. */
  function evaluate(alert: string, series: readonly string[], isFiring: boolean): string {
    const path = join(createFolder(), 'test.yaml');
    const { minutes = 0, every = 1 } = alertCases[alert] ?? {};
    const interval = `${every}m`;
    const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
    const samples = isFiring ? [{ labels: '{}', value: 1 }] : [];
    writeFileSync(
      path,
      JSON.stringify({
        rule_files: [file],
        evaluation_interval: interval,
        tests: [
          {
            interval,
            input_series: series.map((line) => {
              const [name, ...values] = line.split(' ');
              return { series: name, values: values.join(' ') };
            }),
            promql_expr_test: [{ expr, eval_time: `${minutes}m`, exp_samples: samples }],
          },
        ],
      }),
    );
    return run(['test', 'rules', path]);
  }

  it.each(Object.keys(alertCases))('%s fires, and is silent otherwise', (alert) => {
    const { firing = [], silent = [] } = alertCases[alert] ?? {};

    expect(evaluate(alert, firing, true)).toContain('SUCCESS');
    expect(evaluate(alert, silent, false)).toContain('SUCCESS');
    expect(() => evaluate(alert, silent, true)).toThrow();
  });
});
