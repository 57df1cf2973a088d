// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFrameSurface,
  type FrameSurface,
} from '../../../src/sdk/host/flow/surfaces/frame.ts';
import { keepFramesEmpty } from '../empty-frames.ts';

const address = new URL('https://connect.example/connect?client_id=app');

let surface: FrameSurface | undefined;

beforeEach(keepFramesEmpty);

afterEach(() => {
  surface?.close();
  surface = undefined;
  vi.restoreAllMocks();
});

const findFrames = () => [...document.querySelectorAll('iframe')];

function create(): FrameSurface {
  surface = createFrameSurface(address, '42');
  surface.attach();
  return surface;
}

/** The received events, by type. */
function listen(): string[] {
  const types: string[] = [];
  surface?.listen((event) => types.push(event.type));
  return types;
}

function dispatchMessage(source: unknown): void {
  const event = new MessageEvent('message');
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

function dispatchViolation(effectiveDirective: string): void {
  window.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }));
}

describe('the frame', () => {
  it('loads the page at once, hidden, in a sandbox, and tells it the origin only', () => {
    const { root, id, window: frameWindow } = create();
    const [frame] = findFrames();
    expect(id).toBe('42');
    expect(frame?.parentElement).toBe(root.host);
    expect(root.host.style.display).toBe('none');
    expect(root.host.style.getPropertyPriority('display')).toBe('important');
    expect(root.host.parentElement).toBe(document.documentElement);
    expect(root.mode).toBe('open');
    expect(frame?.dataset.src).toBe(address.href);
    expect(frame?.referrerPolicy).toBe('origin');
    expect(frame?.allow).toBe('storage-access; clipboard-write; publickey-credentials-get');
    expect(`${frame?.sandbox}`.split(' ').sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
      'allow-storage-access-by-user-activation',
    ]);
    expect(frameWindow).toBe(frame?.contentWindow);
  });

  it('is removed at the end, with its listeners and what preload has prepared', () => {
    const additions = vi.spyOn(window, 'addEventListener');
    const { root } = create();
    const prepared = { close: vi.fn() };
    Object.assign(surface ?? {}, { prepared });
    const types = listen();
    const removals = vi.spyOn(window, 'removeEventListener');
    surface?.close();
    expect(root.host.isConnected).toBe(false);
    expect(prepared.close).toHaveBeenCalledOnce();
    const readTypes = ({ mock }: { mock: { calls: unknown[][] } }) =>
      mock.calls.map(([type]) => type);
    expect(readTypes(removals)).toEqual(readTypes(additions));
    expect(readTypes(removals)).toEqual(
      expect.arrayContaining(['message', 'securitypolicyviolation']),
    );
    dispatchMessage(null);
    dispatchViolation('frame-src');
    expect(types).toEqual([]);
  });
});

describe('events', () => {
  it('before the listener was set reach it in their order', () => {
    create();
    const [frame] = findFrames();
    dispatchMessage(frame?.contentWindow);
    frame?.dispatchEvent(new Event('load'));
    dispatchViolation('frame-src');
    const expected = ['message', 'load', 'securitypolicyviolation'];
    const types = listen();
    expect(types).toEqual(expected);
    frame?.dispatchEvent(new Event('load'));
    expect(types).toEqual([...expected, 'load']);
  });

  it('of a frame that was replaced are forgotten', () => {
    const { restart } = create();
    const [old] = findFrames();
    old?.dispatchEvent(new Event('load'));
    restart();
    expect(listen()).toEqual([]);
  });
});
