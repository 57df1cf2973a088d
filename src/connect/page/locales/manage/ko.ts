import type { ManageText } from './en.ts';

/**
 * Korean, which has one form for every number. The texts avoid particles whose form depends on the last letter of a
 * name.
 */
export const manage: ManageText = {
  title: '접근 권한이 있는 애플리케이션',
  lead: '업체에 로그인하면 어떤 애플리케이션이 내 정보를 읽을 수 있는지 확인하고 접근 권한을 해제할 수 있습니다.',
  promiseAfter: '에 로그인합니다. 비밀번호는 어떤 애플리케이션에도 전달되지 않습니다.',
  listTitle: '접근 권한이 있는 애플리케이션입니다',
  none: '접근 권한이 있는 애플리케이션이 없습니다',
  noneAdvice: '다른 계정을 연결했다면 그 계정으로 로그인해 주세요.',
  nothing: '여기에는 관리할 항목이 없습니다',
  nothingAdvice: '접근 권한을 해제하려면 해당 권한이 있는 애플리케이션에서 진행해 주세요.',
  search: '애플리케이션 검색',
  noMatch: '이 이름의 애플리케이션이 없습니다.',
  since: '시작일',
  until: '종료',
  untilEnded: '직접 해제할 때',
  lastRead: '마지막 조회',
  never: '아직 없음',
  now: '현재',
  paused: '계정을 다시 연결할 때까지 읽을 수 없습니다',
  end: '접근 권한 해제',
  endOf: (application) => `접근 권한 해제: ${application}`,
  question: (application) => `${application}의 접근 권한을 해제하시겠습니까?`,
  consequence: (application) =>
    `해제하면 ${application}에서 더 이상 정보를 읽을 수 없습니다. 이미 읽은 정보는 남아 있을 수 있습니다.`,
  keep: '접근 권한 유지',
  ended: (application) => `${application}에는 더 이상 접근 권한이 없습니다.`,
};
