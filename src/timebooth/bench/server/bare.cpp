// The least that any server does for an answer: `bare SIZE` prints its port, then relays messages. Linux only.
//
// Whoever sends a text gets a reply, and all sockets that were opened at the same path get SIZE bytes: one read, one
// write for each socket, and nothing else. It serves only the load of `timebooth bench server`, to show what the machine
// allows; bare.py does the same on the event loop of our own server.

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

using std::string;

struct Line {
    int fd;
    string rest;                          // what has come and is not whole yet
    std::vector<Line*>* table = nullptr;  // once the socket is open
};

static std::map<string, std::vector<Line*>> tables;
static string news;
static const string reply = "\x81\x16" R"({"type":"done","id":1})";

static string text_of(size_t size) {
    const string head = R"({"type":"tell","message":{"scene":{"moment":0,"ask":{"options":[{"answer":{}}]},"view":")";
    const string tail = R"("}}})";
    const string text = head + string(size - head.size() - tail.size(), '.') + tail;
    return string("\x81\x7e") + char(size >> 8) + char(size & 255) + text;  // a frame of 126 to 65,535 bytes
}

static void say(const Line* line, const string& frames) {
    if (send(line->fd, frames.data(), frames.size(), MSG_NOSIGNAL) < 0) perror("send");
}

static bool greet(Line* line) {
    const size_t end = line->rest.find("\r\n\r\n");
    if (end == string::npos) return false;
    const size_t path = line->rest.find('/');
    line->table = &tables[line->rest.substr(path, line->rest.find(' ', path) - path)];
    line->table->push_back(line);
    line->rest.erase(0, end + 4);
    say(line, "HTTP/1.1 101 Switching Protocols\r\n\r\n" + news);
    return true;
}

// One whole text, masked as a client's is; what it says does not matter.
static bool pass_on(Line* line) {
    const string& rest = line->rest;
    if (rest.size() < 4) return false;
    size_t size = rest[1] & 127, head = 6;
    if (size == 126) size = (rest[2] & 255) << 8 | (rest[3] & 255), head = 8;
    if (rest.size() < head + size) return false;
    for (const Line* each : *line->table) say(each, each == line ? news + reply : news);
    line->rest.erase(0, head + size);
    return true;
}

static bool hear(Line* line) {
    char heard[65536];
    const ssize_t many = recv(line->fd, heard, sizeof heard, MSG_DONTWAIT);
    if (many <= 0) return false;
    line->rest.append(heard, many);
    while (line->table ? pass_on(line) : greet(line)) {
    }
    return true;
}

static void forget(Line* line) {
    if (line->table) std::erase(*line->table, line);
    close(line->fd);
    delete line;
}

int main(int, char** told) {
    news = text_of(atoi(told[1]));
    const int door = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0), yes = 1;
    sockaddr_in here{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t size = sizeof here;
    if (bind(door, (sockaddr*)&here, size) < 0 || listen(door, 2048) < 0) return perror("listen"), 1;
    getsockname(door, (sockaddr*)&here, &size);
    printf("%d\n", ntohs(here.sin_port)), fflush(stdout);
    epoll_event event{.events = EPOLLIN, .data = {.ptr = nullptr}}, ready[256];
    epoll_ctl(poll, EPOLL_CTL_ADD, door, &event);
    while (true) {
        for (int i = epoll_wait(poll, ready, 256, -1) - 1; i >= 0; i--) {
            Line* line = static_cast<Line*>(ready[i].data.ptr);
            if (line == nullptr) {
                line = new Line{accept(door, nullptr, nullptr), ""};
                setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
                event.data.ptr = line;
                epoll_ctl(poll, EPOLL_CTL_ADD, line->fd, &event);
            } else if (!hear(line)) {
                forget(line);
            }
        }
    }
}
