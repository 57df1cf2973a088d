import { onClickOutside } from '@vueuse/core';
import { ElPopover } from 'element-plus/es/components/popover/index.mjs';
import { shieldEvents } from 'tax-connect';
import { TaxConnectButton, useTaxConnect } from 'tax-connect/vue';
import { createApp, h, ref } from 'vue';
import { onClickOutside as oldOnClickOutside } from 'vueuse-10';

const options = { clientId: 'app', onSuccess() {} };
const connectButton = () =>
  h(TaxConnectButton, { ...options, connectUrl: window.connectUrl }, () => 'Connect');
const panel = () => h('div', { id: 'panel' }, connectButton());
const trigger = (onClick) => h('button', { type: 'button', id: 'trigger', onClick }, 'Open');

/**
 * @param listen - `onClickOutside` of a version
 * @param isOlder - true when the panel's own setup calls `useTaxConnect` first, instead of a component inside
 */
const outside = (listen, settings, isBindingFirst = false) => {
  const Panel = {
    emits: ['close'],
    setup(_, { emit }) {
      const connect = isBindingFirst
        ? useTaxConnect({ ...options, connectUrl: window.connectUrl })
        : undefined;
      const element = ref();
      listen(element, () => emit('close'), settings);
      const content = () =>
        connect
          ? h('button', { type: 'button', onClick: connect.open }, 'Connect')
          : connectButton();
      return () => h('div', { id: 'panel', ref: element }, content());
    },
  };
  return {
    setup() {
      const isOpen = ref(false);
      const set = (value) => () => {
        isOpen.value = value;
      };
      return () => [trigger(set(true)), isOpen.value && h(Panel, { onClose: set(false) })];
    },
  };
};

const hosts = {
  'VueUse 15 onClickOutside': outside(onClickOutside, {}),
  'VueUse 15 onClickOutside, detectIframe': outside(onClickOutside, { detectIframe: true }),
  'VueUse 15 onClickOutside, below useTaxConnect': outside(
    onClickOutside,
    { detectIframe: true },
    true,
  ),
  'VueUse 10 onClickOutside': outside(oldOnClickOutside, {}),
  'VueUse 10 onClickOutside, detectIframe': outside(oldOnClickOutside, { detectIframe: true }),
  'Element Plus Popover': () =>
    h(ElPopover, { trigger: 'click' }, { reference: () => trigger(), default: panel }),
};

/** @param isShieldedFirst - true when the application calls `shieldEvents` before anything else */
window.showHost = (name, isShieldedFirst) => {
  if (isShieldedFirst) shieldEvents();
  createApp(hosts[name]).mount('#app');
};
