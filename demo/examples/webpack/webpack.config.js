import { fileURLToPath } from 'node:url';

export default {
  mode: 'production',
  entry: './main.js',
  experiments: { outputModule: true },
  output: {
    module: true,
    filename: 'main.js',
    chunkFilename: '[name].js',
    assetModuleFilename: '[name].[hash][ext]',
    path: fileURLToPath(new URL('public/built', import.meta.url)),
    // The modal's code and the languages are separate files, fetched from the folder of main.js.
    publicPath: 'auto',
  },
};
