import process from 'node:process';
import type { Finding } from '../connect/service/doctor/finding.ts';
import { serviceModules } from './package-files.ts';
import { createPaint, type Paint } from './start-text.ts';

type Doctor = typeof import('../connect/service/doctor/examine.ts');

const styles = { ok: 'green', risk: 'cyan', wrong: 'red' } as const;

/** Checks this process's environment variables, and prints the findings. Exits with 1 if `serve` would not start. */
export async function runDoctor(): Promise<void> {
  const { examine }: Doctor = await import(serviceModules.doctor);
  const findings = await examine(process.env);
  const isWrong = findings.some(({ level }) => level === 'wrong');
  const text = describeFindings(findings, createPaint(process.stdout));
  // Exits explicitly, because a provider plug-in may have started a timer or a server that keeps the process alive.
  process.stdout.write(text, () => process.exit(isWrong ? 1 : 0));
}

function describeFindings(findings: readonly Finding[], paint: Paint): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.map(({ level, subject, text }) => {
    const word = paint(styles[level], level.padEnd(5));
    return `${word}  ${subject.padEnd(width)}  ${text.replaceAll('\n', ' ')}\n`;
  });
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  const [wrong, risky] = [count('wrong'), count('risk')];
  const result = wrong > 0 ? 'serve would not start.' : 'serve would start.';
  return `${lines.join('')}\n${wrong} wrong, ${risky} risky: ${result}\n`;
}
