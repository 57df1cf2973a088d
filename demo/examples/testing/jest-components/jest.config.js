module.exports = {
  testEnvironment: 'jsdom',
  // Jest runs CommonJS, and the package has ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!tax-connect/)'],
  transform: {
    '\\.jsx?$': [
      'babel-jest',
      {
        presets: [
          ['@babel/preset-env', { targets: { node: 'current' } }],
          ['@babel/preset-react', { runtime: 'automatic' }],
        ],
      },
    ],
  },
};
