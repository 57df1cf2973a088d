import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Minifies again with Terser, which saves 2 % after Oxc. It also writes plain strings where Oxc writes
 * templates: an application's bundler may not recognize the file name in `import(`./x.js`)`.
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

/** A part of a published package that the SDK never uses. */
interface DeadPart {
  /** Matches the part, up to the code that follows it. */
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** By the end of the file's path. */
const deadParts: { readonly [file: string]: readonly DeadPart[] } = {
  '/preact.mjs': [
    // Components with state, and their render queue: the SDK draws in effects.
    { pattern: /x\.prototype\.setState=.*?(?=x\.prototype\.render=\$)/s, replacement: '' },
    // Error boundaries: an error during drawing reaches the caller.
    { pattern: /(?<=n=\{__e:function\(n),t,r,u\)\{for.*?(?=throw)/s, replacement: '){' },
    // Hydration of server-rendered components, and suspended components in it
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
    // The class `Computed`: the SDK derives values by plain functions.
    {
      pattern: /j\.prototype=new l;.*?(?=function O\(i,t\)\{return new j\(i,t\)\})/s,
      replacement: '',
    },
    // Any use of it fails at once, instead of lacking its methods.
    { pattern: /return new j\(i,t\)/, replacement: 'throw Error("computed was dropped")' },
  ],
};

/**
 * Removes dead code of Preact and signals-core: 1.2 kB. The bundler keeps it, because assignments to a
 * prototype could have other effects.
 */
export const dropDeadParts: Plugin = {
  name: 'drop-dead-parts',
  transform: {
    filter: { id: /\/(?:preact\.mjs|signals-core\.module\.js)$/ },
    handler(code, id) {
      const [, parts = []] = Object.entries(deadParts).find(([file]) => id.endsWith(file)) ?? [];
      return parts.reduce((rest, { pattern, replacement }) => {
        if (!pattern.test(rest))
          throw new Error(
            `drop-dead-parts: ${id} has changed; adjust its pattern in src/build/smaller-code.ts`,
          );
        return rest.replace(pattern, replacement);
      }, code);
    },
  },
};
