import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHostHandshake } from '../../../src/sdk/channel/host-handshake.ts';
import type { WelcomeMessage } from '../../../src/sdk/protocol/welcome.ts';

const origin = 'https://connect.example';
const welcome = { type: 'welcome' } as WelcomeMessage;
const listener = { onMessage: vi.fn(), onFailure: vi.fn() };

/** A Connect page that keeps its ports and records the messages on them. */
function createPage() {
  const page = {
    ports: [] as MessagePort[],
    heard: [] as unknown[],
    welcomes: [] as [unknown, string][],
    postMessage(message: unknown, target: string, [port]: MessagePort[]) {
      page.welcomes.push([message, target]);
      if (!port) return;
      port.onmessage = ({ data }) => page.heard.push(data);
      page.ports.push(port);
    },
  };
  return page;
}

let handshake: ReturnType<typeof createHostHandshake>;
let page: ReturnType<typeof createPage>;
/** Lists for each message whether it is the first one of its document. */
const listFirst = () => listener.onMessage.mock.calls.map(([, isFirst]) => isFirst);
const answerHello = () => handshake.welcome(page as unknown as Window);

beforeEach(() => {
  vi.resetAllMocks();
  page = createPage();
  handshake = createHostHandshake({ address: new URL(origin), window: null }, welcome, listener);
});

afterEach(() => {
  handshake.close();
  for (const port of page.ports) port.close();
});

describe('the host’s side of the handshake', () => {
  it('sends the welcome with a port to the Connect origin and to no other', {
    tags: ['control-8'],
  }, () => {
    answerHello();
    expect(page.welcomes).toEqual([[welcome, origin]]);
    expect(page.ports).toHaveLength(1);
  });

  it('receives a page’s messages, and tells which one is the first', async () => {
    answerHello();
    page.ports[0]?.postMessage({ type: 'exit_requested' });
    page.ports[0]?.postMessage({ type: 'leaving' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledTimes(2));
    expect(listFirst()).toEqual([true, false]);
  });

  it('does not cost a page its port when a late hello is answered, too', async () => {
    answerHello();
    answerHello();
    page.ports[1]?.close();
    page.ports[0]?.postMessage({ type: 'leaving' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledOnce());
    handshake.send({ type: 'back' });
    await vi.waitFor(() => expect(page.heard).toEqual([{ type: 'back' }]));
  });

  it('follows the page to its next document', async () => {
    answerHello();
    page.ports[0]?.postMessage({ type: 'leaving' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledOnce());
    answerHello();
    page.ports[1]?.postMessage({ type: 'exit_requested' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledTimes(2));
    expect(listFirst()).toEqual([true, true]);
    page.ports[0]?.postMessage({ type: 'exit', reason: 'denied' });
    page.ports[1]?.postMessage({ type: 'leaving' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledTimes(3));
    expect(listener.onMessage).not.toHaveBeenCalledWith({ type: 'exit', reason: 'denied' });
  });

  it('drops messages that are sent before a page’s first message', () => {
    answerHello();
    expect(() => handshake.send({ type: 'back' })).not.toThrow();
  });

  it('sends close to a welcomed page that has sent nothing yet', async () => {
    answerHello();
    handshake.close();
    await vi.waitFor(() => expect(page.heard).toEqual([{ type: 'close' }]));
  });

  it('ignores unknown types and counts malformed messages', async () => {
    answerHello();
    const [port] = page.ports;
    for (let count = 0; count < 5; count++) port?.postMessage({ type: 'later_version' });
    for (let count = 0; count < 2; count++) port?.postMessage({ type: 'resize' });
    port?.postMessage({ type: 'leaving' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledOnce());
    expect(listener.onFailure).not.toHaveBeenCalled();
    port?.postMessage({ type: 'resize' });
    await vi.waitFor(() => expect(listener.onFailure.mock.calls).toEqual([['protocol_error']]));
  });

  it('sends close, and neither sends nor receives from then on', async () => {
    answerHello();
    page.ports[0]?.postMessage({ type: 'leaving' });
    await vi.waitFor(() => expect(listener.onMessage).toHaveBeenCalledOnce());
    handshake.close();
    handshake.send({ type: 'back' });
    page.ports[0]?.postMessage({ type: 'leaving' });
    const { port1, port2 } = new MessageChannel();
    const later = new Promise((resolve) => {
      port2.onmessage = resolve;
    });
    port1.postMessage('later than whatever was under way');
    await later;
    port1.close();
    expect(page.heard).toEqual([{ type: 'close' }]);
    expect(listener.onMessage).toHaveBeenCalledOnce();
  });
});
