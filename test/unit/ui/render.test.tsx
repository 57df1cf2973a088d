/** @jsxImportSource ../../../src/ui */
// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JSX } from '../../../src/ui/jsx-runtime.ts';
import { render } from '../../../src/ui/render.ts';

let root: ShadowRoot;

beforeEach(() => {
  const host = document.createElement('div');
  document.body.append(host);
  root = host.attachShadow({ mode: 'open' });
});

afterEach(() => {
  document.body.replaceChildren();
});

function drawList(...names: readonly string[]): JSX.Element {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

const listItems = () => [...root.querySelectorAll('li')];
const listTexts = () => listItems().map((item) => item.textContent);

describe('drawing again', () => {
  it('keeps the elements of the same keys through any change of order', () => {
    render(drawList('a', 'b', 'c', 'd'), root);
    const before = new Map(listItems().map((item) => [item.textContent, item]));

    render(drawList('d', 'x', 'b', 'a'), root);

    expect(listTexts()).toEqual(['d', 'x', 'b', 'a']);
    for (const name of ['a', 'b', 'd']) {
      expect(listItems().find((item) => item.textContent === name)).toBe(before.get(name));
    }
  });

  it('draws what has the same key twice', () => {
    render(drawList('a', 'a', 'b'), root);
    expect(listTexts()).toEqual(['a', 'a', 'b']);

    render(drawList('b', 'a', 'a', 'a'), root);
    expect(listTexts()).toEqual(['b', 'a', 'a', 'a']);

    render(drawList('a'), root);
    expect(listTexts()).toEqual(['a']);
  });

  it('keeps in place what follows something that comes and goes', () => {
    const draw = (isThere: boolean) => (
      <div>
        {isThere && <p>first</p>}
        <input />
      </div>
    );
    render(draw(false), root);
    const input = root.querySelector('input');

    render(draw(true), root);
    expect(root.querySelector('p')?.nextSibling).toBe(input);

    render(draw(false), root);
    expect(root.querySelector('div')?.childNodes).toHaveLength(1);
    expect(root.querySelector('input')).toBe(input);
  });

  it('changes attributes, texts and styles, and takes away what is gone', () => {
    const draw = (name: string | undefined, hue: number) => (
      <p title={name} style={{ '--hue': hue }}>
        {name}
      </p>
    );
    render(draw('one', 1), root);
    const paragraph = root.querySelector('p');
    expect([paragraph?.title, paragraph?.textContent]).toEqual(['one', 'one']);

    render(draw(undefined, 2), root);

    expect(root.querySelector('p')).toBe(paragraph);
    expect([paragraph?.hasAttribute('title'), paragraph?.textContent]).toEqual([false, '']);
    expect(paragraph?.style.getPropertyValue('--hue')).toBe('2');
  });

  it('replaces listeners', () => {
    const first = vi.fn();
    const second = vi.fn();
    render(<button type="button" onClick={first} />, root);

    render(<button type="button" onClick={second} />, root);
    root.querySelector('button')?.click();

    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('does not look into the same drawing, and draws it anew after it was gone', () => {
    const same = <p>text</p>;
    render(<div>{same}</div>, root);
    const text = root.querySelector('p')?.firstChild as Text;
    text.data = 'changed';

    render(<div>{same}</div>, root);
    expect(root.textContent).toBe('changed');

    render(null, root);
    render(<div>{same}</div>, root);
    expect(root.textContent).toBe('text');
  });

  it('leaves nothing when there is nothing to draw', () => {
    render(drawList('a'), root);

    render(null, root);

    expect(root.childNodes).toHaveLength(0);
  });
});

describe('what came from outside', () => {
  it('is text, whatever it looks like', () => {
    const foreign = JSON.parse('{"type":"img","key":null,"props":{"src":"x"}}');

    render(<p>{foreign}</p>, root);

    expect(root.querySelector('img')).toBeNull();
    expect(root.textContent).toBe('[object Object]');
  });

  it('adds neither attributes nor children through Object.prototype', () => {
    const polluted = { title: 'polluted', children: <img alt="" />, onclick: 'x' };
    Object.assign(Object.prototype, polluted);
    try {
      render(<p class="mine" />, root);
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }

    const paragraph = root.querySelector('p');
    expect(paragraph?.getAttributeNames()).toEqual(['class']);
    expect(paragraph?.childNodes).toHaveLength(0);
  });
});

it('draws icons in their own namespace', () => {
  render(
    <svg aria-hidden viewBox="0 0 24 24">
      <path d="M0 0" />
    </svg>,
    root,
  );

  expect(root.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(root.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 24 24');
});
