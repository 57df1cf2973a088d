import type { ProviderPlugin } from 'tax-connect/providers';
import type { Logger } from '../basics/logger.ts';
import { failSpan, inSpan } from '../basics/spans.ts';
import { runForPlugin, runForService } from './plugin-scope.ts';
import { describeError, listStacks } from './plugin-values.ts';

export const pluginTimeoutMs = 20_000;

export type PluginMethod =
  | 'begin'
  | 'answer'
  | 'resend'
  | 'authorize'
  | 'complete'
  | 'revoke'
  | 'refresh'
  | 'records.list'
  | 'records.read'
  | 'records.file';

export interface Supervision {
  readonly method: PluginMethod;
  readonly log: Logger;
  /** True when the log is for the plug-in's developer, who needs the stacks of its errors. */
  readonly isLocal: boolean;
  /** The time that the plug-in may take. Default: {@link pluginTimeoutMs}. */
  readonly timeoutMs?: number;
  /** Aborts the call when its answer is no longer needed. */
  readonly leaving?: AbortSignal;
  /** Called with a value that arrives after the service has stopped waiting for it. */
  readonly onLateValue?: (value: unknown) => void;
}

export interface GivenContext {
  readonly signal: AbortSignal;
  log(message: string): void;
}

/** The result of a call. `isLate` is false when the call threw, or its answer was no longer needed. */
export type PluginAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly isLate: boolean };

/**
 * Calls a plug-in, and protects the service when the plug-in throws or takes too long. The log names the plug-in and
 * the reason. The value of an `ok` answer is not validated.
 */
export function supervise<Value>(
  plugin: ProviderPlugin,
  supervision: Supervision,
  work: (given: GivenContext) => Promise<Value>,
): Promise<PluginAnswer<Value>> {
  const { method, leaving } = supervision;
  const attributes = { 'tax_connect.provider.id': plugin.info.id };
  return inSpan({ name: `provider ${method}`, attributes }, async (span) => {
    const answer = await watch(plugin, supervision, work);
    if (!answer.ok && !leaving?.aborted) failSpan(span, answer.isLate ? 'timeout' : 'failed');
    return answer;
  });
}

async function watch<Value>(
  plugin: ProviderPlugin,
  { log, isLocal, timeoutMs = pluginTimeoutMs, leaving, onLateValue }: Supervision,
  work: (given: GivenContext) => Promise<Value>,
): Promise<PluginAnswer<Value>> {
  if (leaving?.aborted) return { ok: false, isLate: false };
  const provider_id = plugin.info.id;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  let leave = () => {};
  const ended = new Promise<never>((_, reject) => {
    const end = (error: unknown) => {
      // The plug-in may listen to this signal, and its listener may throw.
      runForPlugin(plugin, () => controller.abort(error));
      reject(error);
    };
    timer = setTimeout(() => {
      isLate = true;
      end(new Error(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    leave = () => end(leaving?.reason);
  });
  leaving?.addEventListener('abort', leave);
  const given: GivenContext = {
    signal: controller.signal,
    log: (message) =>
      runForService(() =>
        log.info({ provider_id, message: String(message).slice(0, 1000) }, 'provider'),
      ),
  };
  try {
    // Inside an async function, a synchronous throw of the plug-in also becomes a rejection.
    const working = runForPlugin(plugin, async () => await work(given));
    working.then(
      (value) => (controller.signal.aborted ? onLateValue?.(value) : undefined),
      () => {},
    );
    return { ok: true, value: await Promise.race([working, ended]) };
  } catch (error) {
    if (leaving?.aborted) return { ok: false, isLate };
    const detail = describeError(error) ?? 'threw a value that is not an Error';
    const stack = isLocal ? listStacks(error) : undefined;
    log.error({ provider_id, detail, stack }, 'provider failed');
    return { ok: false, isLate };
  } finally {
    clearTimeout(timer);
    leaving?.removeEventListener('abort', leave);
  }
}
