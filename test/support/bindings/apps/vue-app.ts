import { TaxConnectButton, useTaxConnect } from 'tax-connect/vue';
import { createApp, createSSRApp, defineComponent, h, KeepAlive, nextTick, reactive } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { createOptions, describeState, type PartName, passedOn, preventIfAsked } from './app.ts';

type Read = ReturnType<typeof useTaxConnect>;

const parts = new Map<PartName, Read>();
const signals = { first: new AbortController(), second: new AbortController() };
const shown = reactive<Partial<Record<PartName, string | undefined>>>({});
const cached = reactive({ isShown: false });

const Part = defineComponent({
  props: { name: { type: String, required: true }, label: { type: String, required: true } },
  setup(props) {
    const name = props.name === 'first' ? 'first' : 'second';
    const connect = useTaxConnect(() => createOptions(name, props.label, signals[name].signal));
    parts.set(name, connect);
    return () =>
      h(
        'button',
        { id: name, onClick: connect.open, 'data-open': connect.isOpen.value },
        props.label,
      );
  },
});

const Parts = defineComponent({
  setup: () => () => [
    h(KeepAlive, null, () => (cached.isShown ? h(Part, { name: 'first', label: 'kept' }) : null)),
    ...(['first', 'second'] as const).map((name) => {
      const label = shown[name];
      return label === undefined ? null : h(Part, { key: name, name, label });
    }),
    shown.button === undefined
      ? null
      : h(
          TaxConnectButton,
          { ...createOptions('button', shown.button), ...passedOn, onClick: preventIfAsked },
          () => shown.button,
        ),
  ],
});

const container = document.body.appendChild(document.createElement('main'));
let isMounted = false;

window.app = {
  async render({ first, second, button }) {
    Object.assign(shown, { first, second, button });
    if (!isMounted) createApp(Parts).mount(container);
    isMounted = true;
    await nextTick();
  },
  readState(name) {
    const part = parts.get(name);
    return part && describeState(part.isOpen.value, part.step.value, part.error.value);
  },
  close: (name) => parts.get(name)?.close(),
  abort: (name) => (name === 'first' ? signals.first : signals.second).abort(),
  extras: {
    async hydrate() {
      Object.assign(shown, { first: 'served', button: 'served' });
      container.innerHTML = await renderToString(createSSRApp(Parts));
      const markup = container.innerHTML;
      createSSRApp(Parts).mount(container);
      isMounted = true;
      await nextTick();
      return markup;
    },
    async activate() {
      cached.isShown = true;
      await window.app.render({});
    },
    async deactivate() {
      cached.isShown = false;
      await nextTick();
    },
  },
};
