import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Once more with Terser: 2 % smaller than what Oxc makes alone. It also writes plain strings, where Oxc
 * writes templates: a bundler of an application may not see the file name in `import(`./x.js`)`.
 */
export const minifyAgain: Plugin = {
  name: 'minify-again',
  async generateBundle({ format }, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const { code } = await minify(chunk.code, {
        module: format === 'es',
        ecma: 2020,
        compress: { passes: 3, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true },
      });
      chunk.code = code ?? chunk.code;
    }
  },
};

/** The class `Computed` of signals-core and the function that makes one, as it is published. */
const computedClass = /j\.prototype=new l;.*?(?=function O\(i,t\)\{return new j\(i,t\)\})/s;

/**
 * The SDK derives by plain functions, so the class `Computed` of signals-core is dead code: 0.4 kB. The
 * bundler keeps it, because it cannot tell that what is written to its prototype has no other effect.
 */
export const dropComputed: Plugin = {
  name: 'drop-computed',
  transform: {
    filter: { id: /signals-core\.module\.js$/ },
    handler(code) {
      if (!computedClass.test(code)) throw new Error('drop-computed: signals-core has changed');
      // Used all the same, it is to fail at once and not to lack its methods.
      return code
        .replace(computedClass, '')
        .replace('return new j(i,t)', 'throw Error("computed was dropped")');
    },
  },
};
