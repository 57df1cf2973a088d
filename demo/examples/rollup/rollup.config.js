import resolve from '@rollup/plugin-node-resolve';

export default {
  input: 'main.js',
  output: { dir: 'public/built', format: 'es' },
  plugins: [resolve({ browser: true })],
};
