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

    /// Call this method when the person presses a button. Throws
    /// `ASWebAuthenticationSessionError.canceledLogin` when the person closes the browser.
    func connect() async throws {
        let start: Start = try await backend.post("/mobile/start", body: [:])
        let link = try await open(start.url)
        let items = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        guard let sessionId = value("session_id") else { throw NotConnected() }
        // `connected` is false when the person does not allow access.
        let finish: Finish = try await backend.post("/mobile/finish", body: ["session_id": sessionId])
        guard finish.connected else { throw NotConnected() }
    }

    /// Call this method when the app starts. The system may have ended the app after the person allowed access.
    func finishLost() async throws -> Bool {
        let finish: Finish = try await backend.post("/mobile/finish", body: [:])
        return finish.connected
    }

    private func open(_ url: URL) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            let session = ASWebAuthenticationSession(
                url: url,
                // The app link. Only an app that the site names in its association file gets it.
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
