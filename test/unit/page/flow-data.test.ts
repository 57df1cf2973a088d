// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { takeFlowData } from '../../../src/connect/page/flow-data.ts';

const flow = {
  flow_token: 'token',
  kind: 'embedded',
  application: { name: 'Demo Taxes', environment: 'test' },
  reference: 'K7QF3M9T',
};

function writeBlock(text: string): void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'flow';
  block.textContent = text;
  document.head.append(block);
}

beforeEach(() => document.head.replaceChildren());

describe('the data block of the flow', () => {
  it('is read and removed from the document', () => {
    writeBlock(JSON.stringify(flow));
    expect(takeFlowData(document)).toEqual(flow);
    expect(document.getElementById('flow')).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['cut JSON', JSON.stringify(flow).slice(0, -5)],
    ['an unknown kind', JSON.stringify({ ...flow, kind: 'other' })],
    ['no token', JSON.stringify({ ...flow, flow_token: '' })],
    ['a list', '[]'],
  ])('is refused when it contains %s', (_what, text) => {
    writeBlock(text);
    expect(takeFlowData(document)).toBeUndefined();
  });

  it('is not read from another element with its ID', () => {
    const image = document.createElement('img');
    image.id = 'flow';
    document.head.append(image);
    expect(takeFlowData(document)).toBeUndefined();
  });
});
