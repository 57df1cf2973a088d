// Code of an application, compiled against the packed package by two versions of TypeScript.
import { createElement } from 'react';
import {
  type ConnectError,
  type ConnectExit,
  type ConnectResult,
  type ConnectSession,
  type ConnectStep,
  forwardCode,
  type OpenOptions,
  TaxConnect,
} from 'tax-connect';
import {
  defineTaxConnectButton,
  defineTaxConnectSelector,
  type TaxConnectButtonAttributes,
  type TaxConnectButtonInSolid,
  type TaxConnectSelectorAttributes,
  type TaxConnectSelectorInSolid,
} from 'tax-connect/element';
import { createBridge } from 'tax-connect/page';
import { TaxConnectButton, useTaxConnect } from 'tax-connect/react';
import { createCallback } from 'tax-connect/server';
import { taxConnect } from 'tax-connect/svelte';
import { useTaxConnect as useInVue, TaxConnectButton as VueButton } from 'tax-connect/vue';
import { expectTypeOf } from 'vitest';
import { h, type Ref } from 'vue';

const options: OpenOptions = { clientId: 'app', onSuccess: forwardCode('/callback') };

expectTypeOf(TaxConnect.open(options)).toEqualTypeOf<ConnectSession>();
expectTypeOf(createBridge).toBeFunction();
expectTypeOf(createCallback).toBeFunction();

const inReact = useTaxConnect(options);
expectTypeOf(inReact.open).toBeCallableWith({ session: 'x' });
expectTypeOf(inReact.open).returns.toEqualTypeOf<ConnectSession>();
expectTypeOf(inReact.isOpen).toEqualTypeOf<boolean>();
expectTypeOf(inReact.step).toEqualTypeOf<ConnectStep | null>();
expectTypeOf(inReact.error).toEqualTypeOf<ConnectError | null>();
createElement('button', { type: 'button', onClick: inReact.open });
createElement(TaxConnectButton, { ...options, className: 'primary', disabled: true }, 'Connect');
// @ts-expect-error: without a client ID
createElement(TaxConnectButton, { onSuccess: options.onSuccess });
// @ts-expect-error: a button has no such attribute
createElement(TaxConnectButton, { ...options, href: '/' });
// @ts-expect-error: the code arrives as an object
useTaxConnect({ clientId: 'app', onSuccess: (code: string) => void code });
// @ts-expect-error: no such option
useTaxConnect({ ...options, clientSecret: 'x' } satisfies OpenOptions);

const inVue = useInVue(() => options);
expectTypeOf(inVue.isOpen).toMatchTypeOf<Readonly<Ref<boolean>>>();
expectTypeOf(inVue.error.value).toEqualTypeOf<ConnectError | null>();
h(VueButton, { ...options, class: 'primary' });
// @ts-expect-error: a number is not a client ID
useInVue({ ...options, clientId: 7 });

const attachment = taxConnect(options);
expectTypeOf(attachment).toBeCallableWith(document.createElement('button'));
expectTypeOf(attachment.step).toEqualTypeOf<ConnectStep | null>();
// @ts-expect-error: options or a function that returns them
taxConnect('app');

defineTaxConnectButton({ clientId: 'app', callback: '/callback' });
// @ts-expect-error: only these three can be pinned
defineTaxConnectButton({ locale: 'en' });
const element = document.createElement('tax-connect-button');
expectTypeOf(element.isOpen).toEqualTypeOf<boolean>();
expectTypeOf(element.session).toEqualTypeOf<string | undefined>();
expectTypeOf(element.open).toEqualTypeOf<() => ConnectSession>();
element.addEventListener('tax-connect-exit', ({ detail }) => {
  expectTypeOf(detail).toEqualTypeOf<ConnectExit>();
});
element.addEventListener('tax-connect-connected', ({ detail }) => {
  expectTypeOf(detail).toEqualTypeOf<null>();
});
// @ts-expect-error: a callback has no code to read
element.code;
defineTaxConnectSelector({ callback: '/callback' });
const inPage = document.createElement('tax-connect-selector');
expectTypeOf(inPage.session).toEqualTypeOf<string | undefined>();
// @ts-expect-error: the person picks the provider
inPage.provider = 'sandbox';
expectTypeOf<TaxConnectSelectorAttributes>().not.toHaveProperty('provider');
expectTypeOf<TaxConnectButtonAttributes['callback']>().toEqualTypeOf<string | undefined>();
expectTypeOf<TaxConnectButtonAttributes['theme']>().toEqualTypeOf<
  'auto' | 'light' | 'dark' | undefined
>();
expectTypeOf<Parameters<OpenOptions['onSuccess']>[0]>().toEqualTypeOf<ConnectResult>();
type InReact = import('react').JSX.IntrinsicElements;
expectTypeOf<InReact['tax-connect-button']>().toHaveProperty('ontax-connect-exit');
expectTypeOf<InReact['tax-connect-selector']>().toHaveProperty('ontax-connect-exit');
type InSvelte = import('svelte/elements').SvelteHTMLElements;
expectTypeOf<InSvelte['tax-connect-button']>().toHaveProperty('ontax-connect-exit');
expectTypeOf<InSvelte['tax-connect-selector']>().toHaveProperty('ontax-connect-exit');
type InVue = import('vue').GlobalComponents;
type PropsInVue<Name extends keyof InVue> = InstanceType<InVue[Name]>['$props'];
expectTypeOf<PropsInVue<'tax-connect-button'>>().toHaveProperty('clientId');
expectTypeOf<PropsInVue<'tax-connect-selector'>>().toHaveProperty('onTaxConnectExit');
const inSolid: TaxConnectButtonInSolid<{ class?: string }> = {
  class: 'primary',
  'client-id': 'app',
  'attr:callback': '/callback',
  'on:tax-connect-exit': ({ detail }) => expectTypeOf(detail).toEqualTypeOf<ConnectExit>(),
};
expectTypeOf<TaxConnectSelectorInSolid<object>>().toHaveProperty('attr:placeholder');
expectTypeOf(inSolid.theme).toEqualTypeOf<'auto' | 'light' | 'dark' | undefined>();
// @ts-expect-error: there is no global JSX
export type Global = JSX.Element;
