import 'reflect-metadata';
import {
  All,
  Controller,
  Get,
  Module,
  Param,
  Post,
  Req,
  Res,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import { toNodeHandler } from 'tax-connect/server';
import { callback, handleWebhook, sendFile } from './connect.js';

const answerWebhook = toNodeHandler(handleWebhook);

class SignedIn {
  canActivate(context) {
    if (context.switchToHttp().getRequest().session.userId) return true;
    throw new UnauthorizedException();
  }
}

@Controller()
class ConnectController {
  // With `@Res()`, the method sends the response itself.
  @Post('hooks')
  hooks(@Req() request, @Res() response) {
    answerWebhook(request, response);
  }

  // Replace this with your own sign-in.
  @Post('sign-in')
  signIn(@Req() request) {
    request.session.userId = 'ada';
  }

  @UseGuards(SignedIn)
  @All('callback')
  callback(@Req() request, @Res() response) {
    const { userId } = request.session;
    toNodeHandler((own) => callback(own, { userId }))(request, response);
  }

  @UseGuards(SignedIn)
  @Get('files/:recordId/:fileId')
  file(@Req() request, @Res() response, @Param() names) {
    const { userId } = request.session;
    toNodeHandler((own) => sendFile(own, { userId, ...names }))(request, response);
  }
}

@Module({ controllers: [ConnectController] })
class AppModule {}

// `rawBody` keeps the bytes for the webhook's signature, in addition to the parsed body.
const port = Number(process.env.PORT ?? 3000);
const app = await NestFactory.create(AppModule, { rawBody: true });
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));
await app.listen(port, 'localhost');
console.log(`http://localhost:${port}`);
