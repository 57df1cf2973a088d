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

/** A part of a package that the SDK never calls, as it is published. */
interface DeadPart {
  /** Beginning of it, up to what comes after it. */
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** By the end of the file's name. */
const deadParts: { readonly [file: string]: readonly DeadPart[] } = {
  '/preact.mjs': [
    // Components with state, and the queue that draws them again: here effects draw.
    { pattern: /x\.prototype\.setState=.*?(?=x\.prototype\.render=\$)/s, replacement: '' },
    // Error boundaries: an error while drawing reaches the caller.
    { pattern: /(?<=n=\{__e:function\(n),t,r,u\)\{for.*?(?=throw)/s, replacement: '){' },
    // Hydration of what a server has drawn, and suspended components in it
    { pattern: /128&u\.__u&&\(c=32&u\.__u,.*?\|\|l\),(?=\(s=n\.__b\))/s, replacement: '' },
    {
      pattern: /if\((e\.length=v,r\.__v=null),c\|\|o\).*?else (?=r\.__e=u\.__e;)/s,
      replacement: '$1;',
    },
    { pattern: /!u&&\(i=t\.__c\)&&\(i=i\.__z\).*?,(?=u\|\|g\(t\.__e\))/s, replacement: '' },
  ],
  '/signals-core.module.js': [
    // `subscribe`, `valueOf`, `toString` and `toJSON` of a signal
    { pattern: /l\.prototype\.subscribe=.*?(?=l\.prototype\.peek=)/s, replacement: '' },
    // The class `Computed`: the SDK derives by plain functions.
    {
      pattern: /j\.prototype=new l;.*?(?=function O\(i,t\)\{return new j\(i,t\)\})/s,
      replacement: '',
    },
    // If something uses it, it fails at once instead of lacking its methods.
    { pattern: /return new j\(i,t\)/, replacement: 'throw Error("computed was dropped")' },
  ],
};

/**
 * Leaves out dead code of Preact and signals-core: 1.2 kB. The bundler keeps it, because it cannot tell
 * that what is written to a prototype has no other effect.
 */
export const dropDeadParts: Plugin = {
  name: 'drop-dead-parts',
  transform: {
    filter: { id: /\/(?:preact\.mjs|signals-core\.module\.js)$/ },
    handler(code, id) {
      const [, parts = []] = Object.entries(deadParts).find(([file]) => id.endsWith(file)) ?? [];
      return parts.reduce((rest, { pattern, replacement }) => {
        if (!pattern.test(rest)) throw new Error(`drop-dead-parts: ${id} has changed`);
        return rest.replace(pattern, replacement);
      }, code);
    },
  },
};
