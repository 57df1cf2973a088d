// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { act, render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useState } from 'preact/hooks';
import { expect, it } from 'vitest';
import { Button, Notice } from '../../../src/sdk/ui/parts.tsx';
import '../../../src/sdk/ui/render.ts';

function Boundary({ children }: { readonly children: ComponentChildren }) {
  const [error] = useErrorBoundary();
  return error ? <p>Something else</p> : children;
}

it('a part of the modal may have state, and follows a signal', () => {
  const name = signal('Tally');
  function Greeting() {
    const [count, setCount] = useState(0);
    return (
      <Notice texts={{ title: `${name.value} ${count}`, advice: 'Advice' }}>
        <Button text="More" onClick={() => setCount(count + 1)} />
      </Notice>
    );
  }
  const screen = render(<Greeting />);

  act(() => screen.getByRole('button', { name: 'More' }).click());
  expect(screen.getByRole('heading', { name: 'Tally 1' })).toBeTruthy();
  act(() => {
    name.value = 'Ledgerly';
  });
  expect(screen.getByRole('heading', { name: 'Ledgerly 1' })).toBeTruthy();
});

it('a part of the modal may have an error boundary', () => {
  const isBroken = signal(false);
  function Part() {
    if (isBroken.value) throw new Error('broken');
    return <Notice texts={{ title: 'Whole', advice: 'Advice' }}>{null}</Notice>;
  }
  const screen = render(
    <Boundary>
      <Part />
    </Boundary>,
  );
  expect(screen.getByRole('heading', { name: 'Whole' })).toBeTruthy();

  act(() => {
    isBroken.value = true;
  });
  expect(screen.getByText('Something else')).toBeTruthy();
});
