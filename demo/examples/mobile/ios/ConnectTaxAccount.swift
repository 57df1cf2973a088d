import AuthenticationServices

/// Connects a tax account in the system's own browser (iOS 17.4 and later).
@MainActor
final class ConnectTaxAccount: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let backend: Backend
    private let window: ASPresentationAnchor
    private var session: ASWebAuthenticationSession?

    init(backend: Backend, window: ASPresentationAnchor) {
        self.backend = backend
        self.window = window
    }

    /// Call it in the action of a button. Throws `ASWebAuthenticationSessionError.canceledLogin`
    /// when the person closes the sheet.
    func connect() async throws {
        let start: Start = try await backend.post("/mobile/start", body: [:])
        let link = try await open(start.url)
        let items = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        // `error` is `access_denied` when the person does not allow access.
        guard let code = value("code"), let state = value("state") else { throw NotConnected() }
        let _: Finish = try await backend.post("/mobile/finish", body: ["code": code, "state": state])
    }

    private func open(_ url: URL) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            let session = ASWebAuthenticationSession(
                url: url,
                // The app link: only an app that the site names in its association file gets it.
                callback: .https(host: "app.example", path: "/mobile/callback")
            ) { link, error in
                if let link { continuation.resume(returning: link) }
                else { continuation.resume(throwing: error ?? NotConnected()) }
            }
            session.presentationContextProvider = self
            self.session = session
            session.start()
        }
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        window
    }
}

struct Start: Decodable { let url: URL }
struct Finish: Decodable { let connected: Bool }
struct NotConnected: Error {}
